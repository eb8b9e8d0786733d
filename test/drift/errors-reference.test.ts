import { describe, expect, test } from 'vitest'
import { cleanFacts, edited, failuresOf, liveFacts, verdictOf, withFiles } from './support/facts.ts'

const PAGE = 'docs/reference/errors.md'

describe('the reference of error reasons', () => {
  test('lists every reason, and every reason is registered', async () => {
    const { findings, compared } = verdictOf('errors-reference', await liveFacts())

    expect(findings).toEqual([])
    expect(compared).toBeGreaterThan(30)
  })

  test.for([
    ['lacks a reason', /^\| `key_not_found`.*\n/m, ''],
    [
      'has a reason too many',
      /^\| `key_not_found`/m,
      '| `key_lost` | 404 | `key-lost` | 3 | access | Gone. |\n| `key_not_found`',
    ],
    ['gives another status', /^\| `key_not_found` \| 404/m, '| `key_not_found` | 410'],
  ] as const)('is stale when it %s', async ([, from, to]) => {
    const facts = edited(await cleanFacts(), PAGE, (text) => text.replace(from, to))

    const { lines, messages } = failuresOf(facts)

    expect(lines).toEqual([`errors-reference projection-stale ${PAGE}`])
    expect(messages[0]).toMatch(/undo the change, or run `lectern check accept/)
  })

  test('a reason that the source declares and no registry knows is reported', async () => {
    const path = 'src/telepathy/errors.ts'
    const source =
      "export const errors = defineErrors({\n  mind_closed: { status: 409, message: 'No.' },\n})\n"
    const facts = withFiles(await cleanFacts(), new Map([[path, source]]))

    const { lines, messages } = failuresOf(facts)

    expect(lines).toEqual(['errors-reference error-unregistered mind_closed'])
    expect(messages[0]).toContain("list the table in its room's feature.ts")
  })
})
