import { expect, test } from 'vitest'
import { compareJsonSchema } from '../../../src/governance/compare/json-schema.ts'

const wide = { type: 'object', properties: { limit: { type: 'integer', maximum: 9 } } }
const narrow = { type: 'object', properties: { limit: { type: 'integer', maximum: 5 } } }

test.for([
  ['request', ['request-maximum']],
  ['response', []],
  ['both', ['request-maximum']],
] as const)('a narrower schema read as %s breaks %o', ([direction, rules]) => {
  const { findings } = compareJsonSchema(wide, narrow, { direction })

  const hurt = findings.filter(({ level }) => level === 'breaking')
  expect(hurt.map(({ rule }) => rule)).toEqual(rules)
})

test('a finding points into both schemas', () => {
  const { findings } = compareJsonSchema(wide, narrow, { direction: 'request' })

  expect(findings[0]).toMatchObject({
    operation: 'schema',
    place: '/limit',
    pointer: { base: '/properties/limit', revision: '/properties/limit' },
    old: 9,
    new: 5,
  })
})

test('definitions may be inlined, named by $id and recursive without a finding', () => {
  const named = {
    $ref: '#/$defs/Node',
    $defs: { Node: { $id: 'Node', type: 'object', properties: { next: { $ref: 'Node' } } } },
  }
  const inlined = { type: 'object', properties: { next: { $ref: '#' } } }

  const { findings } = compareJsonSchema(named, inlined, { direction: 'both' })

  expect(findings).toEqual([])
})

test('a risky difference fails only when strict', () => {
  const pair = [{ type: 'string' }, { type: 'string', maxLength: 9 }] as const

  const normal = compareJsonSchema(...pair, { direction: 'request' })
  const strict = compareJsonSchema(...pair, { direction: 'request', strict: true })

  expect([normal.failed, strict.failed]).toEqual([false, true])
})
