import { describe, expect, test } from 'vitest'
import type { Facts } from '../../src/governance/facts.ts'
import {
  accepted,
  cleanFacts,
  edited,
  failuresOf,
  liveFacts,
  releasedAs,
  verdictOf,
  withFiles,
  without,
} from './support/facts.ts'

const DOC = 'docs/contracts/demo-contract-v1.md'
const LEDGER = 'docs/contracts/frozen.lock.json'

/** The clean facts with one more contract, frozen, whose document the ledger knows. */
async function withFrozen(): Promise<Facts> {
  const facts = await cleanFacts()
  const demo = {
    title: 'Demo',
    doc: DOC,
    version: 1,
    status: 'frozen',
    envelope: 'flat',
    versionKey: 'lectern.contract.demo.contract_version',
  } as const
  return accepted({
    ...withFiles(facts, new Map([[DOC, '# Demo\n\nA promise.\n']])),
    contracts: { ...facts.contracts, demo },
  })
}

describe('frozen documents', () => {
  test('are what the ledger says', async () => {
    const { findings, compared } = verdictOf('frozen', await liveFacts())

    expect(findings).toEqual([])
    expect(compared).toBeGreaterThan(0)
  })

  test('pass while they are as they were frozen, with other line ends too', async () => {
    const facts = await withFrozen()
    const windows = edited(facts, DOC, (text) => text.replaceAll('\n', '\r\n'))

    expect(failuresOf(facts).lines).toEqual([])
    expect(verdictOf('frozen', windows).findings).toEqual([])
  })

  test('an edited one is reported', async () => {
    const facts = edited(await withFrozen(), DOC, (text) => text.replace('promise', 'Promise'))

    const { lines, messages } = failuresOf(facts)

    expect(lines).toEqual([`frozen frozen-doc-changed ${DOC}`])
    expect(messages[0]).toContain(
      'publish a change of meaning as docs/contracts/demo-contract-v2.md',
    )
  })

  test('one that is gone is reported, also when its classification went with it', async () => {
    const facts = await withFrozen()
    const { demo: _gone, ...contracts } = facts.contracts

    const { findings } = verdictOf('frozen', { ...without(facts, DOC), contracts })

    expect(findings.map(({ rule }) => rule)).toEqual(['frozen-doc-removed'])
    expect(findings[0]?.message).toMatch(/restore it/)
  })

  test('one that the ledger does not know is reported', async () => {
    const facts = edited(await withFrozen(), LEDGER, () => '{"entries":[]}')

    const { findings } = verdictOf('frozen', facts)

    expect(findings.map(({ rule }) => rule)).toEqual(['frozen-unlisted'])
  })

  test('a hash that was rewritten with its document is reported', async () => {
    const facts = await withFrozen()
    const text = '# Demo\n\nAnother promise.\n'
    const ledger = edited(withFiles(facts, new Map([[DOC, text]])), LEDGER, (before) =>
      before.replace(/"sha256": "[0-9a-f]{64}"/, `"sha256": "${'c'.repeat(64)}"`),
    )

    const { findings } = verdictOf('frozen', ledger)

    expect(findings.map(({ rule }) => rule)).toContain('frozen-hash-rewritten')
  })

  test('one that went together with its entry is reported against the last release', async () => {
    const facts = await withFrozen()
    const { demo: _gone, ...contracts } = facts.contracts
    const emptied = edited(without(facts, DOC), LEDGER, () => '{"entries":[]}')

    const { lines } = failuresOf({ ...emptied, contracts, base: releasedAs(facts) })

    expect(lines).toContain(`frozen frozen-entry-removed ${DOC}`)
  })

  test('a damaged ledger is reported', async () => {
    const facts = edited(await cleanFacts(), LEDGER, () => '{"entries": 3}')

    const { lines, messages } = failuresOf(facts)

    expect(lines).toEqual([`frozen frozen-ledger ${LEDGER}`])
    expect(messages[0]).toMatch(/restore it from the last release/)
  })
})
