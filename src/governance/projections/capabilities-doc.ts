import type { Facts } from '../facts.ts'
import { renderTable } from '../markdown.ts'
import { objectOf } from '../operations.ts'
import type { Projection } from '../projection.ts'

export const CAPABILITIES_DOC = 'docs/contracts/capabilities-contract-v1.md'
const BLOCKS = {
  features: 'generated:features',
  contracts: 'generated:contract-keys',
  statuses: 'generated:contract-statuses',
  example: 'generated:example',
  mcp: 'generated:mcp-example',
} as const

const gate = 'capabilities-keys'
const path = CAPABILITIES_DOC

const code = (text: string): string => `\`${text}\``

function features({ capabilities, catalog }: Facts): string {
  return renderTable(
    ['Flag', 'Stands on'],
    Object.keys(objectOf(capabilities.features)).map((flag) => [
      code(flag),
      (catalog.flags.get(flag) ?? []).map(code).join(', ') ||
        'nothing in this release, so it is `false`',
    ]),
  )
}

function contractKeys({ capabilities }: Facts): string {
  return renderTable(
    ['Key', 'Version'],
    Object.entries(objectOf(capabilities.contracts)).map(([key, version]) => [
      code(key),
      String(version),
    ]),
  )
}

function statuses({ capabilities }: Facts): string {
  return renderTable(
    ['Contract', 'Status'],
    Object.entries(objectOf(capabilities.contract_status)).map(([id, status]) => [
      code(id),
      String(status),
    ]),
  )
}

const json = (schema: string, value: unknown): string =>
  [`<!-- example: ${schema} -->`, '```json', JSON.stringify(value, null, 2), '```'].join('\n')

/** The parts of the capabilities contract that follow from the running server. */
export const capabilitiesDoc: readonly Projection[] = [
  { path, gate, block: BLOCKS.features, render: features },
  { path, gate, block: BLOCKS.contracts, render: contractKeys },
  { path, gate, block: BLOCKS.statuses, render: statuses },
  {
    path,
    gate,
    block: BLOCKS.example,
    render: ({ capabilities }) => json('CapabilitiesDocument', capabilities),
  },
  {
    path: 'docs/contracts/context-repo-contract-v1.md',
    gate,
    block: BLOCKS.mcp,
    render: ({ mcpCapabilities }) => json('McpCapabilities', mcpCapabilities),
  },
]
