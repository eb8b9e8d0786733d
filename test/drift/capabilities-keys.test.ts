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

const DOC = 'docs/contracts/capabilities-contract-v1.md'
const KEYS = [
  'contract_version',
  'server',
  'plane',
  'transports',
  'presets',
  'read_modes',
  'tools',
  'features',
  'extensions',
  'contracts',
  'contract_status',
]

describe('the capabilities contract', () => {
  test('lists what the running server sends', async () => {
    const { findings } = verdictOf('capabilities-keys', await liveFacts())

    expect(findings).toEqual([])
  })

  test('promises eleven keys in this order', async () => {
    const { capabilities } = await liveFacts()

    expect(Object.keys(capabilities)).toEqual(KEYS)
  })

  test.for([
    ['the key list lacks a key', '`presets`, ', '', 'key-list-drift presets', /add it/],
    [
      'the key list has one too many',
      '`plane`, ',
      '`plane`, `colour`, ',
      'key-list-drift colour',
      /correct the name/,
    ],
    [
      'the key list is in another order',
      '`contract_version`, `server`',
      '`server`, `contract_version`',
      'key-list-drift contract_version',
      /reorder it/,
    ],
    ['the table lacks a key', /^\| `tools` \|.*\n/m, '', 'key-list-drift tools', /add it/],
    [
      'the table renames a key',
      '| `read_modes` | object',
      '| `reading_modes` | object',
      'key-list-drift read_modes',
      /add it/,
    ],
    [
      'the nested table lacks a key',
      /^\| `server.persona`.*\n/m,
      '',
      'key-list-drift server.persona',
      /add it/,
    ],
    [
      'the nested table renames a key',
      '`extensions.plugins[].permissions`',
      '`extensions.plugins[].grants`',
      'key-list-drift extensions.plugins[].permissions',
      /add it/,
    ],
    [
      'a flag is edited out',
      /^\| `caching` \|.*\n/m,
      '',
      `generated-block-stale ${DOC} generated:features`,
      /lectern check accept/,
    ],
    [
      'a contract version is edited',
      /(http_mcp.contract_version` \|) 1/,
      '$1 2',
      `generated-block-stale ${DOC} generated:contract-keys`,
      /lectern check accept/,
    ],
    [
      'a status is edited',
      /^\| `manifest` \| experimental \|$/m,
      '| `manifest` | frozen |',
      `generated-block-stale ${DOC} generated:contract-statuses`,
      /lectern check accept/,
    ],
    [
      'the example is edited',
      '"plane": "personal"',
      '"plane": "team"',
      `generated-block-stale ${DOC} generated:example`,
      /lectern check accept/,
    ],
    [
      'a marker is gone',
      '<!-- key-table -->\n',
      '',
      `marker-missing ${DOC} key-table`,
      /put both markers back/,
    ],
  ] as const)('is reported when %s', async ([, from, to, expected, mend]) => {
    const facts = edited(await cleanFacts(), DOC, (text) => text.replace(from, to))

    const { lines, messages } = failuresOf(facts)

    expect(lines[0]).toBe(`capabilities-keys ${expected}`)
    expect(new Set(lines.map((line) => line.split(' ')[0]))).toEqual(new Set(['capabilities-keys']))
    expect(messages[0]).toMatch(mend)
  })

  test.for([
    [
      'sends a key that nobody promised',
      (copy: Record<string, unknown>) => {
        inside(copy, 'server').host = 'x'
      },
      'server.host',
    ],
    [
      'drops a nested key',
      (copy: Record<string, unknown>) => {
        delete inside(copy, 'read_modes').count
      },
      'read_modes.count',
    ],
  ] as const)('is reported when the server %s', async ([, change, path]) => {
    const facts = await cleanFacts()
    const capabilities = changed(facts.capabilities, change)

    const { findings } = verdictOf('capabilities-keys', accept(facts, capabilities))

    expect(findings.map(({ rule, subject }) => `${rule} ${subject}`)).toEqual([
      `document-shape ${path}`,
    ])
  })

  test('is reported when the document itself is gone', async () => {
    const facts = without(await cleanFacts(), DOC)

    const rules = verdictOf('capabilities-keys', facts).findings.map(({ rule }) => rule)

    expect(rules).toContain('marker-missing')
    expect(rules).toContain('document-missing')
  })
})

// The example in the document follows the server, so that only the shape is judged.
function accept(
  facts: Awaited<ReturnType<typeof cleanFacts>>,
  capabilities: typeof facts.capabilities,
) {
  const example = JSON.stringify(capabilities, null, 2)
  const edit = (text: string) =>
    text.replace(JSON.stringify(facts.capabilities, null, 2), () => example)
  return { ...edited(facts, DOC, edit), capabilities }
}
