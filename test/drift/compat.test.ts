import { describe, expect, test } from 'vitest'
import { runGates } from '../../src/governance/check.ts'
import type { Facts } from '../../src/governance/facts.ts'
import {
  changed,
  cleanFacts,
  failuresOf,
  inside,
  liveFacts,
  releasedAs,
  verdictOf,
  withFiles,
} from './support/facts.ts'

const SNAPSHOT = 'openapi-v1.snapshot.json'

/** The facts with a last release whose OpenAPI document was a little different. */
async function sinceRelease(change: (copy: Record<string, unknown>) => void): Promise<Facts> {
  const facts = await cleanFacts()
  const before = JSON.stringify(changed(facts.openapi, change))
  return { ...facts, base: releasedAs(facts, new Map([[SNAPSHOT, before]])) }
}

const addOperation = (path: string) => (copy: Record<string, unknown>) => {
  const paths = inside(copy, 'paths')
  paths[`${path}/old`] = structuredClone(paths[path])
}

describe('compatibility with the last release', () => {
  test('is kept by the running server', async () => {
    const { findings } = verdictOf('compat', await liveFacts())

    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test('is said not to exist before the first release', async () => {
    const { findings } = verdictOf('compat', await cleanFacts())

    expect(findings.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual([
      'info baseline-none',
    ])
  })

  test('holds with a release that promised the same', async () => {
    const facts = await cleanFacts()

    const { findings } = verdictOf('compat', { ...facts, base: releasedAs(facts) })

    expect(findings).toEqual([])
  })

  test('is broken by an operation of a stable contract that is gone', async () => {
    const facts = await sinceRelease(addOperation('/v1/contracts'))

    const { lines, messages } = failuresOf(facts)

    expect(lines).toEqual(['compat operation-removed GET /v1/contracts/old'])
    expect(messages[0]).toMatch(/the contract is stable, so undo this, or keep the old form/)
  })

  test('is broken by a field of a stable reply that is gone', async () => {
    const facts = await sinceRelease((copy) => {
      const schema = inside(copy, 'components', 'schemas', 'ContractIndex')
      inside(schema, 'properties').epoch = { type: 'integer' }
      schema.required = [...(schema.required as string[]), 'epoch']
    })

    const { lines } = failuresOf(facts)

    expect(lines).toEqual(['compat response-property-removed-required GET /v1/contracts'])
  })

  test('is not asked of an experimental contract, but the change is told', async () => {
    const facts = await sinceRelease(addOperation('/v1/user/me'))

    const report = runGates(facts)

    expect(failuresOf(facts).lines).toEqual([])
    expect(report.findings.map(({ rule, severity }) => `${severity} ${rule}`)).toContain(
      'info operation-removed',
    )
  })

  test('is broken as before when the same change also lowers the contract', async () => {
    const facts = await sinceRelease(addOperation('/v1/contracts'))
    const { capabilities } = facts.contracts
    if (capabilities === undefined) throw new Error('There is a capabilities contract.')
    const contracts = {
      ...facts.contracts,
      capabilities: { ...capabilities, status: 'experimental' as const },
    }

    const { lines } = failuresOf({ ...facts, contracts })

    expect(lines).toContain('compat operation-removed GET /v1/contracts/old')
    expect(lines).toContain('inventory stability-lowered contract capabilities')
  })

  test('is kept when what is gone was announced and had its notice', async () => {
    const facts = await sinceRelease(addOperation('/v1/contracts'))
    const row = [
      '[[deprecation]]',
      'id = "http-get-v1-contracts-old"',
      'surface = "http-endpoint"',
      'subject = "GET /v1/contracts/old"',
      'announced_in = "0.1.0"',
      'announced_on = 2026-01-01',
      'earliest_removal = "1.0.0"',
      'replacement = "GET /v1/contracts"',
    ].join('\n')
    const announced = withFiles(facts, new Map([['DEPRECATIONS.toml', row]]))
    const errorsAt = (version: string, released: readonly string[]) =>
      verdictOf('compat', { ...announced, version, released }).findings.filter(
        ({ severity }) => severity === 'error',
      ).length

    const early = errorsAt('0.9.0', ['0.1.0', '0.2.0'])
    const jumped = errorsAt('1.0.0', ['0.1.0'])
    const lawful = errorsAt('1.0.0', ['0.1.0', '0.2.0'])

    expect([early, jumped, lawful]).toEqual([1, 1, 0])
  })

  test('cannot be judged by a release without a snapshot', async () => {
    const facts = await cleanFacts()
    const base = { ...releasedAs(facts), read: () => undefined }

    const { lines, messages } = failuresOf({ ...facts, base })

    expect(lines).toEqual(['compat baseline-unreadable v0.1.0'])
    expect(messages[0]).toContain('--base none')
  })
})
