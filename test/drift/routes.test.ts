import { describe, expect, test } from 'vitest'
import { changed, cleanFacts, inside, liveFacts, verdictOf } from './support/facts.ts'

const rulesOf = (findings: readonly { rule: string; subject: string }[]) =>
  findings.map(({ rule, subject }) => `${rule} ${subject}`)

describe('OpenAPI and the router', () => {
  test('agree on the running server', async () => {
    const { findings, compared } = verdictOf('routes', await liveFacts())

    expect(findings).toEqual([])
    expect(compared).toBeGreaterThan(10)
  })

  test('part when a route is served that no document has', async () => {
    const facts = await cleanFacts()
    const routes = [...facts.routes, { method: 'GET', path: '/v1/hidden/{id}' }]

    const { findings } = verdictOf('routes', { ...facts, routes })

    expect(rulesOf(findings)).toEqual(['route-undocumented GET /v1/hidden/{id}'])
    expect(findings[0]?.message).toMatch(/give the route a schema/)
  })

  test('part when a described route is not served', async () => {
    const facts = await cleanFacts()
    const routes = facts.routes.filter(({ path }) => path !== '/v1/contracts/{id}')

    const { findings } = verdictOf('routes', { ...facts, routes })

    expect(rulesOf(findings)).toEqual(['route-unregistered GET /v1/contracts/{id}'])
    expect(findings[0]?.message).toMatch(/register the route or take it out/)
  })

  test.for([
    ['x-capability', 'operation-without-capability', /config.capability/],
    ['x-contract', 'operation-unclassified', /belongs to no contract/],
    ['x-scope', 'operation-without-scope', /give its capability a scope/],
    ['operationId', 'operation-without-id', /add one to the route/],
  ] as const)('an operation without %s is reported', async ([key, rule, mend]) => {
    const facts = await cleanFacts()
    const openapi = changed(facts.openapi, (copy) => {
      delete inside(copy, 'paths', '/v1/user/me', 'get')[key]
    })

    const { findings } = verdictOf('routes', { ...facts, openapi })

    expect(rulesOf(findings)).toEqual([`${rule} GET /v1/user/me`])
    expect(findings[0]?.message).toMatch(mend)
  })

  test('a status without a schema is reported', async () => {
    const facts = await cleanFacts()
    const openapi = changed(facts.openapi, (copy) => {
      inside(copy, 'paths', '/v1/user/me', 'get', 'responses')['418'] = { description: 'Tea' }
    })

    const { findings } = verdictOf('routes', { ...facts, openapi })

    expect(rulesOf(findings)).toEqual(['response-schema-missing GET /v1/user/me'])
    expect(findings[0]?.message).toContain('418')
  })
})
