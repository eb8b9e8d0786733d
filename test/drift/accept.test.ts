import { describe, expect, test } from 'vitest'
import type { AppError } from '../../src/contracts/errors.ts'
import { prepareAcceptance } from '../../src/governance/accept.ts'
import {
  changed,
  cleanFacts,
  edited,
  failuresOf,
  inside,
  releasedAs,
  withFiles,
  without,
} from './support/facts.ts'

const REQUEST = { reason: 'Renamed a field', ci: false, today: '2026-01-01' }
const LEDGER = 'docs/contracts/accepted.jsonl'
const SNAPSHOT = 'openapi-v1.snapshot.json'

const withoutTitle = (path: string) => (copy: Record<string, unknown>) => {
  delete inside(copy, 'paths')[path]
}

describe('an acceptance', () => {
  test('writes nothing when everything is up to date', async () => {
    const { files, refused } = prepareAcceptance(await cleanFacts(), REQUEST)

    expect([...files.keys()]).toEqual([])
    expect(refused).toEqual([])
  })

  test('brings every stale file up to date and says why in the ledger', async () => {
    const clean = await cleanFacts()
    const facts = edited(clean, SNAPSHOT, (text) => text.replace('/v1/user/me', '/v1/user/you'))

    const { files } = prepareAcceptance(facts, REQUEST)

    const line = JSON.parse(files.get(LEDGER)?.trim().split('\n').at(-1) ?? '{}') as object
    expect([...files.keys()]).toEqual([SNAPSHOT, LEDGER])
    expect(failuresOf(withFiles(facts, files)).lines).toEqual([])
    expect(line).toMatchObject({
      on: '2026-01-01',
      version: '0.1.0',
      base: 'none',
      reason: 'Renamed a field',
      files: [{ path: SNAPSHOT, from: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      changes: expect.arrayContaining([
        { rule: 'operation-removed', subject: 'GET /v1/user/you', severity: 'info' },
      ]),
    })
  })

  test('keeps what the ledger held', async () => {
    const facts = edited(await cleanFacts(), LEDGER, () => '{"reason":"first"}\n')
    const stale = edited(facts, SNAPSHOT, (text) => text.replace('/v1/user/me', '/v1/user/you'))

    const { files } = prepareAcceptance(stale, REQUEST)

    expect(files.get(LEDGER)).toMatch(/^\{"reason":"first"\}\n\{"on"/)
  })

  test('is refused for a breaking change of a stable contract, and writes nothing', async () => {
    const facts = await cleanFacts()
    const openapi = changed(facts.openapi, withoutTitle('/v1/contracts/{id}'))

    const { refused, files } = prepareAcceptance({ ...facts, openapi }, REQUEST)

    expect(refused.map(({ rule, subject }) => `${rule} ${subject}`)).toEqual([
      'operation-removed GET /v1/contracts/{id}',
    ])
    expect(files.size).toBe(0)
  })

  test('is refused again after the snapshot was overwritten by hand, because the release remembers', async () => {
    const facts = await cleanFacts()
    const openapi = changed(facts.openapi, withoutTitle('/v1/contracts/{id}'))
    const overwritten = edited({ ...facts, openapi }, SNAPSHOT, () => JSON.stringify(openapi))

    const { refused } = prepareAcceptance({ ...overwritten, base: releasedAs(facts) }, REQUEST)

    expect(refused.map(({ rule }) => rule)).toContain('operation-removed')
  })

  test('takes a breaking change of an experimental contract', async () => {
    const facts = await cleanFacts()
    const openapi = changed(facts.openapi, withoutTitle('/v1/user/me'))

    const { refused, files } = prepareAcceptance({ ...facts, openapi }, REQUEST)

    expect(refused).toEqual([])
    expect(files.has(SNAPSHOT)).toBe(true)
  })

  test('freezes a document with its hash, once', async () => {
    const facts = await cleanFacts()
    const { manifest } = facts.contracts
    if (manifest === undefined) throw new Error('There is a manifest contract.')
    const contracts = { ...facts.contracts, manifest: { ...manifest, status: 'frozen' as const } }

    const first = withFiles(
      { ...facts, contracts },
      prepareAcceptance({ ...facts, contracts }, REQUEST).files,
    )
    const again = prepareAcceptance(first, REQUEST)

    expect(first.checkout.read('docs/contracts/frozen.lock.json')).toContain(manifest.doc)
    expect(failuresOf(first).lines.filter((line) => line.startsWith('frozen'))).toEqual([])
    expect(again.files.size).toBe(0)
  })

  test('is refused for a frozen document that was edited', async () => {
    const facts = await cleanFacts()
    const { manifest } = facts.contracts
    if (manifest === undefined) throw new Error('There is a manifest contract.')
    const contracts = { ...facts.contracts, manifest: { ...manifest, status: 'frozen' as const } }
    const frozen = withFiles(
      { ...facts, contracts },
      prepareAcceptance({ ...facts, contracts }, REQUEST).files,
    )
    const touched = edited(frozen, manifest.doc, (text) => text.replace('constant', 'constante'))

    expect(prepareAcceptance(touched, REQUEST).refused.map(({ rule }) => rule)).toEqual([
      'frozen-doc-changed',
    ])
  })

  test('is refused when the ledger of frozen documents has lost an entry', async () => {
    const facts = await cleanFacts()
    const { manifest } = facts.contracts
    if (manifest === undefined) throw new Error('There is a manifest contract.')
    const contracts = { ...facts.contracts, manifest: { ...manifest, status: 'frozen' as const } }
    const frozen = withFiles(
      { ...facts, contracts },
      prepareAcceptance({ ...facts, contracts }, REQUEST).files,
    )
    const emptied = without(
      { ...frozen, contracts: facts.contracts },
      'docs/contracts/frozen.lock.json',
    )

    expect(prepareAcceptance(emptied, REQUEST).refused.map(({ rule }) => rule)).toContain(
      'frozen-entry-removed',
    )
  })

  test('is refused in CI, whatever changed', async () => {
    const facts = await cleanFacts()

    expect(() => prepareAcceptance(facts, { ...REQUEST, ci: true })).toThrow(
      expect.objectContaining({ reason: 'accept_in_ci', class: 'usage' }) as AppError,
    )
  })
})
