import { expect, test } from 'vitest'
import { compareOpenApi } from '../../../src/governance/compare/openapi.ts'
import type { RuleId } from '../../../src/governance/compare/rules.ts'
import { RULES, ruleText } from '../../../src/governance/compare/rules.ts'
import { REQUEST_FIXTURES } from './fixtures-request.ts'
import { REQUEST_SHAPE_FIXTURES, UNION_REASON } from './fixtures-request-shapes.ts'
import { REQUEST_VALUE_FIXTURES } from './fixtures-request-values.ts'
import { RESPONSE_FIXTURES } from './fixtures-response.ts'
import { LAWFUL_REMOVAL, SHARED_FIXTURES } from './fixtures-shared.ts'

const FIXTURES = [
  ...REQUEST_FIXTURES,
  ...REQUEST_VALUE_FIXTURES,
  ...REQUEST_SHAPE_FIXTURES,
  ...RESPONSE_FIXTURES,
  ...SHARED_FIXTURES,
]

const rows = FIXTURES.map((fixture) => [fixture.rule, fixture] as const)

test('every declared rule has a fixture and every fixture names a declared rule', () => {
  const named = FIXTURES.map(({ rule }) => rule).sort()

  expect(named).toEqual(Object.keys(RULES).sort())
})

test('every second level of a rule has a pair, and no pair claims one that is not declared', () => {
  const claimed = FIXTURES.filter(({ also }) => also !== undefined).map(({ rule }) => rule)
  const declared = Object.keys(RULES).filter((rule) => ruleText(rule as RuleId).also !== undefined)

  expect(claimed.sort()).toEqual(declared.filter((rule) => rule !== 'operation-removed').sort())
})

test.for(rows)('%s speaks about the pair that it is for', ([rule, { hurts }]) => {
  const { findings } = compareOpenApi(...hurts)

  const found = findings.find((finding) => finding.rule === rule)
  expect(found?.level).toBe(ruleText(rule as RuleId).level)
})

test.for(rows)('%s is silent on the harmless neighbour', ([rule, { harmless }]) => {
  const { findings, failed } = compareOpenApi(...harmless, { strict: true })

  expect(findings.map((finding) => finding.rule)).not.toContain(rule)
  expect(failed, JSON.stringify(findings)).toBe(false)
})

test.for(rows.filter(([, { also }]) => also !== undefined))(
  '%s has its second level where the rule says so',
  ([rule, { also }]) => {
    const [base, revision] = also ?? []

    const { findings } = compareOpenApi(base, revision)

    const found = findings.find((finding) => finding.rule === rule)
    expect(found?.level).toBe(ruleText(rule as RuleId).also?.level)
  },
)

test('a deprecated operation may go once its sunset is over, and not before', () => {
  const [base, revision] = LAWFUL_REMOVAL

  const early = compareOpenApi(base, revision, { lifecycle: { today: '2029-12-31' } })
  const late = compareOpenApi(base, revision, { lifecycle: { today: '2030-01-01' } })

  expect(early.failed).toBe(true)
  expect(late.findings).toMatchObject([{ rule: 'operation-removed', level: 'additive' }])
})

test('a change inside a member of a union is told with its own rule and place', () => {
  const { findings } = compareOpenApi(...UNION_REASON)

  const hurt = findings.filter(({ level }) => level === 'breaking')
  expect(hurt).toMatchObject([
    { rule: 'request-pattern', place: 'body (Cat)/lives', old: undefined, new: '^x' },
  ])
})
