import { describe, expect, test } from 'vitest'
import {
  changed,
  cleanFacts,
  edited,
  failuresOf,
  inside,
  liveFacts,
  verdictOf,
  without,
} from './support/facts.ts'

const SNAPSHOT = 'openapi-v1.snapshot.json'

describe('the OpenAPI snapshot', () => {
  test('is that of the running server', async () => {
    const { findings, compared } = verdictOf('snapshot', await liveFacts())

    expect(findings).toEqual([])
    expect(compared).toBeGreaterThan(10)
  })

  test('is stale when a status code changes', async () => {
    const facts = await cleanFacts()
    const openapi = changed(facts.openapi, (copy) => {
      const responses = inside(copy, 'paths', '/v1/contracts', 'get', 'responses')
      responses['203'] = responses['200']
      delete responses['200']
    })

    const { lines, messages } = failuresOf({ ...facts, openapi })

    expect(lines).toEqual(['snapshot snapshot-stale GET /v1/contracts'])
    expect(messages[0]).toMatch(/undo the change, or run `lectern check accept/)
  })

  test('is stale when something is only added', async () => {
    const facts = await cleanFacts()
    const openapi = changed(facts.openapi, (copy) => {
      const properties = inside(copy, 'components', 'schemas', 'Me', 'properties')
      properties.nickname = { type: 'string' }
    })

    const { lines } = failuresOf({ ...facts, openapi })

    expect(lines).toEqual(['snapshot snapshot-stale OpenAPI document'])
  })

  test('is stale when a path is edited in the file', async () => {
    const facts = edited(await cleanFacts(), SNAPSHOT, (text) =>
      text.replace('"/v1/user/me"', '"/v1/users/me"'),
    )

    const { lines, messages } = failuresOf(facts)

    expect(lines).toEqual(['snapshot snapshot-stale /v1/user/me'])
    expect(messages[0]).toContain('/paths/~1v1~1user~1me')
  })

  test('is not compared by the order of its keys', async () => {
    const facts = edited(await cleanFacts(), SNAPSHOT, (text) => {
      const document = JSON.parse(text) as Record<string, unknown>
      return JSON.stringify(Object.fromEntries(Object.entries(document).reverse()))
    })

    expect(failuresOf(facts).lines).toEqual([])
  })

  test.for([
    ['a file that is gone', undefined, 'snapshot-missing'],
    ['a file that is no JSON', '{', 'snapshot-unreadable'],
  ] as const)('%s is reported', async ([, text, rule]) => {
    const clean = await cleanFacts()
    const facts =
      text === undefined ? without(clean, SNAPSHOT) : edited(clean, SNAPSHOT, () => text)

    const { lines, messages } = failuresOf(facts)

    expect(lines).toEqual([`snapshot ${rule} ${SNAPSHOT}`])
    expect(messages[0]).toContain('lectern check accept')
  })
})
