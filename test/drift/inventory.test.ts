import { describe, expect, test } from 'vitest'
import type { Facts } from '../../src/governance/facts.ts'
import {
  cleanFacts,
  edited,
  failuresOf,
  liveFacts,
  releasedAs,
  verdictOf,
  without,
} from './support/facts.ts'

const PATH = 'docs/contracts/inventory.snapshot.json'

type Inventory = Record<string, Record<string, unknown>>

/** The facts with a last release that had more names than this build. */
async function sinceRelease(
  change: (inventory: Inventory) => void,
  patch: Partial<Facts> = {},
): Promise<Facts> {
  const facts = await cleanFacts()
  const inventory = JSON.parse(facts.checkout.read(PATH) ?? '{}') as Inventory
  change(inventory)
  return {
    ...facts,
    ...patch,
    base: releasedAs(facts, new Map([[PATH, JSON.stringify(inventory)]])),
  }
}

const put = (section: string, name: string, value: unknown) => (inventory: Inventory) => {
  inventory[section] = { ...inventory[section], [name]: value }
}

const firm = { contract: 'capabilities', scope: 'any', status: 'supported' }
const loose = { ...firm, contract: 'context-repo' }

describe('the inventory of names', () => {
  test('is that of this build', async () => {
    const { findings, compared } = verdictOf('inventory', await liveFacts())

    expect(findings).toEqual([])
    expect(compared).toBeGreaterThan(100)
  })

  test.for([
    [
      'a capability that is renamed',
      '"access.whoami": {',
      '"access.me": {',
      ['inventory-removed capability access.me', 'inventory-stale capability access.whoami'],
    ],
    [
      'an exit code that is renumbered',
      '"parse": 4',
      '"parse": 6',
      ['inventory-changed exit code class parse'],
    ],
    [
      'a status that is moved',
      /("http key_not_found": \{\s*"class": "data",\s*"status": )404/,
      '$1410',
      ['inventory-changed error reason http key_not_found'],
    ],
    [
      'a setting that is gone',
      '"port": true',
      '"porto": true',
      ['inventory-stale setting port', 'inventory-removed setting porto'],
    ],
  ] as const)('%s is reported', async ([, from, to, expected]) => {
    const facts = edited(await cleanFacts(), PATH, (text) => text.replace(from, to))

    const { lines, messages } = failuresOf(facts)

    expect(lines).toEqual(expected.map((line) => `inventory ${line}`))
    expect(messages[0]).toMatch(/lectern check accept/)
  })

  test('a file that is gone is reported', async () => {
    const { lines } = failuresOf(without(await cleanFacts(), PATH))

    expect(lines).toEqual([`inventory inventory-missing ${PATH}`])
  })

  test.for([
    [
      'a capability of a stable contract',
      put('capabilities', 'discovery.dreams', firm),
      'capability discovery.dreams',
    ],
    [
      'an error reason',
      put('errors', 'http mind_closed', { class: 'data', status: 409 }),
      'error reason http mind_closed',
    ],
    ['an exit code', put('exitCodes', 'mood', 6), 'exit code class mood'],
    ['a scope', put('scopes', 'dreams.read', true), 'scope dreams.read'],
    ['a setting', put('settings', 'dreamDir', true), 'setting dreamDir'],
    [
      'a contract',
      put('contracts', 'dreams', { status: 'stable', version: 1, doc: 'x' }),
      'contract dreams',
    ],
  ] as const)(
    '%s that the last release had and that is gone is reported',
    async ([, change, subject]) => {
      const { lines, messages } = failuresOf(await sinceRelease(change))

      expect(lines).toEqual([`inventory inventory-removed ${subject}`])
      expect(messages[0]).toMatch(/restore it, and announce a removal in DEPRECATIONS.toml/)
    },
  )

  test('a capability of an experimental contract may go, and the report tells it', async () => {
    const { findings } = verdictOf(
      'inventory',
      await sinceRelease(put('capabilities', 'documents.dream', loose)),
    )

    expect(findings.map(({ severity, rule }) => `${severity} ${rule}`)).toEqual([
      'info inventory-removed',
    ])
  })

  test('a setting may go when its announced time has come', async () => {
    const row = [
      '[[deprecation]]',
      'id = "config-dream-dir"',
      'surface = "config"',
      'subject = "dreamDir"',
      'announced_in = "0.1.0"',
      'announced_on = 2026-01-01',
      'earliest_removal = "0.3.0"',
      'replacement = "none"',
    ].join('\n')
    const facts = edited(
      await sinceRelease(put('settings', 'dreamDir', true)),
      'DEPRECATIONS.toml',
      () => row,
    )

    expect(verdictOf('inventory', { ...facts, version: '0.2.0' }).findings).toHaveLength(1)
    expect(
      verdictOf('inventory', { ...facts, version: '0.3.0', released: ['0.1.0', '0.2.0'] }).findings,
    ).toEqual([])
  })
})
