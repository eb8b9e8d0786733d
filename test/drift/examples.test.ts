import { describe, expect, test } from 'vitest'
import { cleanFacts, edited, failuresOf, liveFacts, verdictOf } from './support/facts.ts'

const DOC = 'docs/contracts/context-repo-contract-v1.md'

describe('the examples of the contract documents', () => {
  test('fit the schemas that they name', async () => {
    const { findings, compared } = verdictOf('examples', await liveFacts())

    expect(findings).toEqual([])
    expect(compared).toBeGreaterThan(20)
  })

  test.for([
    [
      'a field of the wrong type',
      '"scopes": ["documents.write"], "workspaces"',
      '"scopes": "documents.write", "workspaces"',
      'example-invalid',
      /correct the example/,
    ],
    [
      'a field that is missing',
      '    "authMethod": "local",\n',
      '',
      'example-invalid',
      /authMethod/,
    ],
    [
      'a field that does not exist',
      '"email": "",',
      '"email": "", "phone": "",',
      'example-invalid',
      /additional properties/,
    ],
    ['text that is no JSON', '"email": "",', '"email": ,', 'example-not-json', /correct it/],
    [
      'no mark',
      '<!-- example: POST /v1/keys body -->\n',
      '',
      'example-unmarked',
      /put `<!-- example: Name -->`/,
    ],
    [
      'a schema that is not there',
      'example: POST /v1/keys body',
      'example: POST /v1/locks body',
      'example-unknown-schema',
      /correct the name/,
    ],
    [
      'a mark as planned of what is served',
      'example: GET /v1/user/me 200',
      'example: planned GET /v1/user/me 200',
      'example-no-longer-planned',
      /take the word `planned` out/,
    ],
  ] as const)('%s is reported', async ([, from, to, rule, mend]) => {
    const facts = edited(await cleanFacts(), DOC, (text) => text.replace(from, to))

    const { lines, messages } = failuresOf(facts)

    expect(lines).toHaveLength(1)
    expect(lines[0]?.startsWith(`examples ${rule} ${DOC}`)).toBe(true)
    expect(messages[0]).toMatch(mend)
  })
})
