import { describe, expect, test } from 'vitest'
import { buildCatalog } from '../../src/contracts/catalog.ts'
import type { ContractDoc } from '../../src/contracts/contract-docs.ts'
import type { Facts } from '../../src/governance/facts.ts'
import {
  accepted,
  cleanFacts,
  edited,
  failuresOf,
  liveFacts,
  verdictOf,
  withFiles,
  without,
} from './support/facts.ts'

function withContract(facts: Facts, id: string, patch: Partial<ContractDoc>): Facts {
  const contract = facts.contracts[id]
  if (contract === undefined) throw new Error(`There is no contract ${id}.`)
  return { ...facts, contracts: { ...facts.contracts, [id]: { ...contract, ...patch } } }
}

describe('the contract documents', () => {
  test('are classified, listed and up to date', async () => {
    const { findings, compared } = verdictOf('contract-docs', await liveFacts())

    expect(findings).toEqual([])
    expect(compared).toBeGreaterThanOrEqual(5)
  })

  test('one without a status is reported', async () => {
    const path = 'docs/contracts/telepathy-contract-v1.md'
    const facts = withFiles(await cleanFacts(), new Map([[path, '# Telepathy\n']]))

    const { lines, messages } = failuresOf(facts)

    expect(lines).toEqual([`contract-docs contract-unclassified ${path}`])
    expect(messages[0]).toMatch(/add it to src\/contracts\/contract-docs.ts/)
  })

  test('one that is gone is reported', async () => {
    const facts = without(await cleanFacts(), 'docs/contracts/manifest-contract-v1.md')

    const { lines, messages } = failuresOf(facts)

    expect(lines).toContain('contract-docs contract-missing-file manifest')
    expect(messages[0]).toMatch(/write it, or correct the path/)
  })

  test('a version that is not in the file name is reported', async () => {
    const facts = accepted(withContract(await cleanFacts(), 'manifest', { version: 2 }))

    const { lines, messages } = failuresOf(facts)

    expect(lines).toEqual(['contract-docs contract-version-suffix manifest'])
    expect(messages[0]).toContain('-v2.md')
  })

  test.for([
    [
      'status',
      '| 1 | stable |',
      '| 1 | frozen |',
      'capabilities',
      'gives the status of capabilities as frozen',
    ],
    [
      'version',
      '`http-mcp` | [docs/contracts/http-mcp-contract-v1.md](docs/contracts/http-mcp-contract-v1.md) | 1',
      '`http-mcp` | [docs/contracts/http-mcp-contract-v1.md](docs/contracts/http-mcp-contract-v1.md) | 3',
      'http-mcp',
      'gives the version of http-mcp as 3',
    ],
    [
      'id',
      '`cli-output`',
      '`cli-outputs`',
      'cli-outputs',
      'which src/contracts/contract-docs.ts does not have',
    ],
    [
      'version block',
      'leanctx.contract.http_mcp.contract_version=1',
      'leanctx.contract.http_mcp.contract_version=2',
      'leanctx.contract.http_mcp.contract_version=1',
      'lacks',
    ],
  ] as const)('an edited %s in CONTRACTS.md is reported', async ([, from, to, subject, says]) => {
    const facts = edited(await cleanFacts(), 'CONTRACTS.md', (text) => text.replace(from, to))

    const { lines, messages } = failuresOf(facts)

    expect(lines[0]).toBe(`contract-docs matrix-drift ${subject}`)
    expect(lines.every((line) => line.startsWith('contract-docs matrix-drift'))).toBe(true)
    expect(messages[0]).toContain(says)
  })

  test('a contract that CONTRACTS.md does not list is reported', async () => {
    const facts = edited(await cleanFacts(), 'CONTRACTS.md', (text) =>
      text.replace(/^\| Capability manifest \|.*\n/m, ''),
    )

    const { lines } = failuresOf(facts)

    expect(lines).toEqual(['contract-docs matrix-drift manifest'])
  })

  test('a generated table that was edited is reported', async () => {
    const path = 'docs/contracts/http-mcp-contract-v1.md'
    const facts = edited(await cleanFacts(), path, (text) =>
      text.replace(
        '| `GET /health/ready` | `server.health`',
        '| `GET /health/live` | `server.health`',
      ),
    )

    const { lines, messages } = failuresOf(facts)

    expect(lines).toEqual([`contract-docs generated-block-stale ${path} generated:served-routes`])
    expect(messages[0]).toMatch(/undo the change, or run `lectern check accept/)
  })

  test('a block that looks generated and is not is reported', async () => {
    const path = 'docs/contracts/manifest-contract-v1.md'
    const facts = edited(
      await cleanFacts(),
      path,
      (text) => `${text}\n<!-- generated:dreams -->\n<!-- /generated:dreams -->\n`,
    )

    const { lines, messages } = failuresOf(facts)

    expect(lines).toEqual([`contract-docs marker-unknown ${path} generated:dreams`])
    expect(messages[0]).toMatch(/take it out/)
  })

  test('a stable capability that stands on an experimental one is reported', async () => {
    const facts = await cleanFacts()
    const capability = (contract: 'capabilities' | 'context-repo', requires: readonly string[]) =>
      ({ title: 'x', contract, status: 'supported', scope: 'any', requires }) as const
    const catalog = buildCatalog([
      {
        id: 'demo',
        title: 'Demo',
        errors: {},
        capabilities: {
          'demo.firm': capability('capabilities', ['demo.loose']),
          'demo.loose': capability('context-repo', []),
        },
      },
    ])

    const { findings } = verdictOf('contract-docs', { ...facts, catalog })

    expect(findings.map(({ rule, subject }) => `${rule} ${subject}`)).toEqual([
      'frozen-reaches-experimental demo.firm',
    ])
  })
})
