import { expect, test } from 'vitest'
import { compareOpenApi } from '../../../src/governance/compare/openapi.ts'
import type { Json } from './documents.ts'
import { edit, sample } from './sample.ts'

const SCHEMAS = '/components/schemas'
const READ = '/paths/~1v1~1documents~1{id}/get'
const SEARCH = '/paths/~1v1~1search/post'
const text = { type: 'string' }

/** Edits that leave every method, path and sign-in rule as it is. */
const BREAKING: readonly (readonly [string, string, string, unknown])[] = [
  [
    'B1 a promised property is gone',
    'response-property-removed-required',
    `${SCHEMAS}/Document/properties/content`,
    undefined,
  ],
  ['B2 a number becomes a text', 'response-type', `${SCHEMAS}/Hit/allOf/1/properties/score`, text],
  [
    'B3 a text may become null',
    'response-nullable',
    `${SCHEMAS}/Hit/allOf/1/properties/snippet`,
    { type: ['string', 'null'] },
  ],
  [
    'B4 a promise is lost',
    'response-required',
    `${SCHEMAS}/Page/properties/pagination/required`,
    [],
  ],
  ['B5 a new property is demanded', 'request-required', `${SCHEMAS}/Search`, 'workspace'],
  [
    'B6 a choice is gone',
    'request-enum-value',
    `${SCHEMAS}/Search/properties/kind/enum`,
    ['literal', 'hybrid'],
  ],
  ['B7 a maximum falls', 'request-maximum', `${SCHEMAS}/Search/properties/limit/maximum`, 50],
  [
    'B8 a parameter is demanded',
    'request-parameter-became-required',
    `${READ}/parameters/0/required`,
    true,
  ],
  [
    'B9 another status answers',
    'response-status-removed',
    `${SEARCH}/responses`,
    { '204': { description: 'none' } },
  ],
  [
    'B10 another media type answers',
    'response-media-type-removed',
    `${SEARCH}/responses/200/content`,
    { 'application/cbor': {} },
  ],
  [
    'B11 the values of a map change',
    'response-type',
    `${SCHEMAS}/Document/properties/labels/additionalProperties`,
    text,
  ],
  [
    'B12 a list is written another way',
    'request-parameter-serialization',
    `${READ}/parameters/1/explode`,
    true,
  ],
  ['B13 a promised header is gone', 'response-header-removed', `${READ}/responses/200/headers`, {}],
  [
    'B14 a closed object loses a property',
    'request-property-removed',
    `${SCHEMAS}/Search/properties/mode`,
    undefined,
  ],
  [
    'B15 a text gains a form',
    'request-format',
    '/paths/~1v1~1documents~1{id}/parameters/0/schema',
    { type: 'string', format: 'uuid' },
  ],
]

test.for(BREAKING)('%s', ([, rule, pointer, value]) => {
  const revision =
    value === 'workspace' ? demandWorkspace(sample()) : edit(sample(), pointer, value)

  const { findings, failed } = compareOpenApi(sample(), revision)

  const hurt = findings.filter(({ level }) => level === 'breaking')
  expect(hurt.map((finding) => finding.rule)).toEqual([rule])
  expect(failed).toBe(true)
})

function demandWorkspace(document: Json): Json {
  const more = edit(document, `${SCHEMAS}/Search/properties/workspace`, text)
  return edit(more, `${SCHEMAS}/Search/required`, ['query', 'workspace'])
}

const page = {
  type: 'object',
  required: ['hits', 'pagination'],
  properties: {
    hits: { type: 'array', items: { $ref: `#${SCHEMAS}/Hit` } },
    pagination: { $ref: `#${SCHEMAS}/Pagination` },
  },
}

const NEUTRAL: readonly (readonly [string, () => Json])[] = [
  [
    'A8 an inline schema that moves into a component is no finding',
    () => {
      const moved = edit(sample(), `${SCHEMAS}/Page`, page)
      const inner = {
        type: 'object',
        required: ['hasMore'],
        properties: { hasMore: { type: 'boolean' } },
      }
      return edit(moved, `${SCHEMAS}/Pagination`, inner)
    },
  ],
  [
    'A9 a component that gets another name is no finding',
    () =>
      JSON.parse(
        JSON.stringify(sample())
          .replaceAll('/Document"', '/Paper"')
          .replaceAll('"Document":', '"Paper":'),
      ),
  ],
  [
    'A10 a path parameter that gets another name is no finding',
    () => {
      const renamed = JSON.stringify(sample()).replace(
        '/v1/documents/{id}',
        '/v1/documents/{documentId}',
      )
      return JSON.parse(renamed.replace('"name":"id"', '"name":"documentId"'))
    },
  ],
  ['A12 the order of keys and sets is no finding', () => reverse(sample()) as Json],
  [
    'a parameter that moves from its path to its operation is no finding',
    () => {
      const id = { name: 'id', in: 'path', required: true, schema: text }
      const bare = edit(sample(), '/paths/~1v1~1documents~1{id}/parameters', [])
      const parameters = (
        sample() as { paths: { [path: string]: { get: { parameters: unknown[] } } } }
      ).paths['/v1/documents/{id}']?.get.parameters
      return edit(bare, `${READ}/parameters`, [...(parameters ?? []), id])
    },
  ],
]

test.for(NEUTRAL)('%s', ([, make]) => {
  const there = compareOpenApi(sample(), make())
  const back = compareOpenApi(make(), sample())

  expect(there.findings).toEqual([])
  expect(back.findings).toEqual([])
})

test.for([
  [
    'A11 an optional property of an answer',
    `${SCHEMAS}/Document/properties/title`,
    text,
    'response-property-added',
  ],
  [
    'a further status',
    `${SEARCH}/responses/429`,
    { description: 'slow down' },
    'response-status-added',
  ],
  [
    'an optional parameter',
    `${READ}/parameters/2`,
    { name: 'lang', in: 'query', schema: text },
    'request-parameter-added',
  ],
] as const)('%s is additive', ([, pointer, value, rule]) => {
  const { findings, failed } = compareOpenApi(sample(), edit(sample(), pointer, value), {
    strict: true,
  })

  expect(findings.map((finding) => finding.rule)).toEqual([rule])
  expect(failed).toBe(false)
})

function reverse(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => reverse(item))
    return SETS.has(key) ? items.reverse() : items
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, item]) => [name, reverse(item, name)] as const)
  return Object.fromEntries(entries.reverse())
}

const SETS = new Set([
  'required',
  'enum',
  'type',
  'oneOf',
  'anyOf',
  'allOf',
  'parameters',
  'security',
])
