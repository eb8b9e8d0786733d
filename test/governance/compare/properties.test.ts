import { expect, test } from 'vitest'
import { compareOpenApi } from '../../../src/governance/compare/openapi.ts'
import { answers, sends } from './documents.ts'
import { REQUEST_FIXTURES } from './fixtures-request.ts'
import { REQUEST_SHAPE_FIXTURES } from './fixtures-request-shapes.ts'
import { REQUEST_VALUE_FIXTURES } from './fixtures-request-values.ts'
import { RESPONSE_FIXTURES } from './fixtures-response.ts'
import { SHARED_FIXTURES } from './fixtures-shared.ts'
import { sample } from './sample.ts'

const FIXTURES = [
  ...REQUEST_FIXTURES,
  ...REQUEST_VALUE_FIXTURES,
  ...REQUEST_SHAPE_FIXTURES,
  ...RESPONSE_FIXTURES,
  ...SHARED_FIXTURES,
]

const DOCUMENTS = FIXTURES.flatMap(({ rule, hurts, harmless }) =>
  [...hurts, ...harmless].map((document, index) => [`${rule} ${index}`, document] as const),
)

test.for(DOCUMENTS)('document %s does not differ from itself', ([, document]) => {
  const { findings } = compareOpenApi(document, structuredClone(document))

  expect(findings).toEqual([])
})

test.for(FIXTURES.map((fixture) => [fixture.rule, fixture.hurts] as const))(
  'the pair of %s gives the same findings twice, whatever the order of its keys',
  ([, [base, revision]]) => {
    const once = compareOpenApi(base, revision)
    const again = compareOpenApi(sorted(base), sorted(revision))

    expect(identities(again)).toEqual(identities(once))
  },
)

test('a fingerprint survives the renaming of a component', () => {
  const narrower = (name: string) => ({
    components: { schemas: { [name]: { type: 'integer', maximum: 5 } } },
  })
  const wider = { components: { schemas: { Limit: { type: 'integer', maximum: 9 } } } }
  const limit = (name: string) => ({ $ref: `#/components/schemas/${name}` })

  const kept = compareOpenApi(
    sends(limit('Limit'), wider),
    sends(limit('Limit'), narrower('Limit')),
  )
  const renamed = compareOpenApi(
    sends(limit('Limit'), wider),
    sends(limit('Most'), narrower('Most')),
  )

  expect(kept.findings).toHaveLength(1)
  expect(renamed.findings[0]?.fingerprint).toBe(kept.findings[0]?.fingerprint)
})

test.for([
  ['a maximum', { type: 'integer', maximum: 9 }, { type: 'integer', maximum: 5 }],
  ['an enumeration', { enum: ['a', 'b'] }, { enum: ['a'] }],
  ['a type', { type: ['string', 'integer'] }, { type: 'string' }],
  ['null', { type: ['string', 'null'] }, { type: 'string' }],
  ['a condition', {}, { not: { type: 'string' } }],
] as const)('narrowing by %s hurts a request and never an answer', ([, wide, narrow]) => {
  const asked = compareOpenApi(sends(wide), sends(narrow))
  const answered = compareOpenApi(answers(wide), answers(narrow), { strict: true })

  expect(asked.failed).toBe(true)
  expect(answered.failed).toBe(false)
})

test.for([
  ['a maximum', { type: 'integer', maximum: 9 }, { type: 'integer', maximum: 5 }],
  ['an enumeration', { enum: ['a', 'b'] }, { enum: ['a'] }],
  ['a type', { type: ['string', 'integer'] }, { type: 'string' }],
] as const)('widening by %s hurts an answer and never a request', ([, wide, narrow]) => {
  const asked = compareOpenApi(sends(narrow), sends(wide), { strict: true })
  const answered = compareOpenApi(answers(narrow), answers(wide), { strict: true })

  expect(asked.failed).toBe(false)
  expect(answered.failed).toBe(true)
})

test.for([
  ['nullable', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
  [
    'exclusive ends',
    { type: 'number', minimum: 1, exclusiveMinimum: true },
    { type: 'number', exclusiveMinimum: 1 },
  ],
  ['one value', { type: 'string', enum: ['a'] }, { type: 'string', const: 'a' }],
] as const)('OpenAPI 3.0 and 3.1 say %s alike', ([, older, newer]) => {
  const base = { ...sends(older), openapi: '3.0.3' }

  const there = compareOpenApi(base, sends(newer))
  const back = compareOpenApi(sends(newer), base)

  expect([...there.findings, ...back.findings]).toEqual([])
})

test.for([
  [
    'constants and an enumeration',
    { oneOf: [{ const: 'a' }, { const: 'b' }] },
    { enum: ['b', 'a'] },
  ],
  [
    'bare types and a type list',
    { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    { type: ['integer', 'string'] },
  ],
  [
    'a null member and a nullable type',
    { oneOf: [{ type: 'null' }, { type: 'string' }] },
    { type: ['string', 'null'] },
  ],
  ['one part and the part itself', { allOf: [{ type: 'string' }] }, { type: 'string' }],
  ['a pattern for any text and none', { type: 'string', pattern: '^.*$' }, { type: 'string' }],
] as const)('%s say the same', ([, left, right]) => {
  const there = compareOpenApi(sends(left), sends(right))
  const back = compareOpenApi(answers(right), answers(left))

  expect([...there.findings, ...back.findings]).toEqual([])
})

test('the counts say how much was compared', () => {
  const { compared } = compareOpenApi(sample(), sample())

  expect(compared.operations).toBe(2)
  expect(compared.schemas).toBeGreaterThan(10)
  expect(compared.properties).toBeGreaterThan(10)
})

function identities({ findings }: ReturnType<typeof compareOpenApi>): readonly string[] {
  return findings.map(({ fingerprint, level }) => `${level} ${fingerprint}`)
}

function sorted<T>(value: T): T
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => sorted(item))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]))
}
