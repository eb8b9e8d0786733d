import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { CompareInputError } from '../../../src/governance/compare/errors.ts'
import { compareJsonSchema } from '../../../src/governance/compare/json-schema.ts'
import { compareOpenApi } from '../../../src/governance/compare/openapi.ts'
import type { Json } from './documents.ts'
import { answers, api, object, ref, sends } from './documents.ts'
import { sample } from './sample.ts'

test.for([
  ['null', null],
  ['a list', []],
  ['a text', 'openapi: 3.1.0'],
  ['a document without a version', { paths: {} }],
  ['Swagger 2.0', { swagger: '2.0', paths: {} }],
  ['a version that is no text', { openapi: 3.1, paths: {} }],
  ['paths that are a list', { openapi: '3.1.0', paths: [] }],
  ['a document that contains itself', selfContaining()],
  ['a document nested without end', sends(nested(2_000))],
] as const)('%s is refused in one sentence', ([, document]) => {
  const compare = () => compareOpenApi(document, document)

  expect(compare).toThrow(CompareInputError)
  expect(compare).toThrow(/^The \w+ document .*\.$/)
})

const JUNK = [
  null,
  1,
  'x',
  true,
  [],
  {},
  { type: 5 },
  { $ref: '#/nowhere' },
  { $ref: '#' },
  { allOf: 3 },
]

test.for(JUNK.map((value) => [JSON.stringify(value), value] as const))(
  '%s in the place of any node is survived',
  ([, value]) => {
    for (const document of replaceEach(sample(), value)) {
      const there = () => compareOpenApi(sample(), document)
      const self = () => compareOpenApi(document, structuredClone(document)).findings

      expectSurvived(there)
      expectSurvived(self)
    }
  },
)

test('keys that name what every object inherits are only keys', () => {
  const schema = JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}',
  )

  const { findings } = compareOpenApi(answers(object({})), answers(schema))

  expect(findings.map(({ rule }) => rule)).toEqual([
    'response-property-added',
    'response-property-added',
  ])
  expect(Object.hasOwn(Object.prototype, 'type')).toBe(false)
})

test('references that turn in a circle end', () => {
  const loop = {
    components: { schemas: { A: ref('B'), B: ref('A'), C: { allOf: [ref('C'), object({})] } } },
  }

  const { findings } = compareOpenApi(
    sends({ oneOf: [ref('A'), ref('C')] }, loop),
    sends(ref('C'), loop),
  )

  expect(findings.length).toBeLessThan(5)
})

test('unions that multiply are refused or answered within seconds', () => {
  const layers = Array.from({ length: 12 }, (_, layer) => ({
    oneOf: Array.from({ length: 12 }, (_unused, index) =>
      object({ [`p${layer}_${index}`]: { type: 'string', maxLength: index } }),
    ),
  }))
  const start = performance.now()

  expectSurvived(() =>
    compareJsonSchema(
      { allOf: layers },
      { type: 'object', minProperties: 2 },
      { direction: 'both' },
    ),
  )

  expect(performance.now() - start).toBeLessThan(20_000)
})

test('two documents of a megabyte are compared within a second', { retry: 2 }, () => {
  const [base, revision] = [large('string'), large('integer')]
  expect(JSON.stringify(base).length).toBeGreaterThan(1_000_000)
  const start = performance.now()

  const { findings } = compareOpenApi(base, revision)

  expect(performance.now() - start).toBeLessThan(1_000)
  expect(findings.length).toBeGreaterThan(0)
})

const COUNT = 640

function large(last: string): Json {
  const schemas: { [name: string]: unknown } = {}
  const paths: { [path: string]: unknown } = {}
  for (let index = 0; index < COUNT; index += 1) {
    const properties: { [name: string]: unknown } = { next: ref(`S${(index + 1) % COUNT}`) }
    for (let field = 0; field < 20; field += 1) {
      properties[`field${field}`] = {
        type: 'string',
        description: 'a field of some kind',
        maxLength: field + 9,
      }
    }
    properties.last = { type: index === COUNT - 1 ? last : 'string' }
    schemas[`S${index}`] = object(properties, { required: ['field0', 'field1'] })
    paths[`/things${index}/{id}`] = {
      get: {
        responses: { '200': { content: { 'application/json': { schema: ref(`S${index}`) } } } },
      },
    }
  }
  return { ...api({}), paths, components: { schemas } }
}

function nested(depth: number): Json {
  let schema: Json = { type: 'string' }
  for (let level = 0; level < depth; level += 1) schema = object({ inner: schema })
  return schema
}

function selfContaining(): Json {
  const document: { [key: string]: unknown } = { openapi: '3.1.0', paths: {} }
  document.self = document
  return document
}

function expectSurvived(compare: () => unknown): void {
  try {
    const outcome = compare()
    if (Array.isArray(outcome)) expect(outcome).toEqual([])
  } catch (error) {
    expect(error).toBeInstanceOf(CompareInputError)
  }
}

function replaceEach(document: Json, value: unknown): readonly Json[] {
  const copies: Json[] = []
  const total = countNodes(document)
  for (let target = 0; target < total; target += 1) {
    const copy = structuredClone(document)
    let seen = 0
    const walk = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return
      const holder = node as { [key: string]: unknown }
      for (const key of Object.keys(holder)) {
        if (seen === target) holder[key] = structuredClone(value)
        seen += 1
        if (seen > target) return
        walk(holder[key])
      }
    }
    walk(copy)
    copies.push(copy)
  }
  return copies
}

function countNodes(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 0
  return Object.values(node).reduce((sum: number, child) => sum + 1 + countNodes(child), 0)
}
