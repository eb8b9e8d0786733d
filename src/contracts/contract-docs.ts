export type ContractStatus = 'frozen' | 'stable' | 'experimental'

/** Which of the two error bodies the routes of a contract answer with. */
export type Envelope = 'nested' | 'flat'

export interface ContractDoc {
  readonly title: string
  readonly doc: string
  readonly version: number
  readonly status: ContractStatus
  readonly envelope: Envelope
  /** The name under `contracts` in the capabilities document. */
  readonly versionKey: string
  readonly note?: string
}

/** Every contract that Lectern publishes, with its document and how stable it is. */
export const CONTRACT_DOCS = {
  capabilities: {
    title: 'Capabilities',
    doc: 'docs/contracts/capabilities-contract-v1.md',
    version: 1,
    status: 'stable',
    envelope: 'flat',
    versionKey: 'leanctx.contract.capabilities.contract_version',
    note: 'Additive by design: the document grows whenever a key is added, so it is never frozen.',
  },
  'http-mcp': {
    title: 'HTTP MCP',
    doc: 'docs/contracts/http-mcp-contract-v1.md',
    version: 1,
    status: 'experimental',
    envelope: 'flat',
    versionKey: 'leanctx.contract.http_mcp.contract_version',
    note: 'Becomes frozen when every route of the family is served.',
  },
  'context-repo': {
    title: 'Context Repo',
    doc: 'docs/contracts/context-repo-contract-v1.md',
    version: 1,
    status: 'experimental',
    envelope: 'nested',
    versionKey: 'lectern.contract.context_repo.contract_version',
  },
  manifest: {
    title: 'Capability manifest',
    doc: 'docs/contracts/manifest-contract-v1.md',
    version: 1,
    status: 'experimental',
    envelope: 'flat',
    versionKey: 'lectern.contract.manifest.contract_version',
  },
  'cli-output': {
    title: 'CLI output',
    doc: 'docs/contracts/cli-output-contract-v1.md',
    version: 1,
    status: 'experimental',
    envelope: 'nested',
    versionKey: 'lectern.contract.cli_output.contract_version',
  },
} as const satisfies Record<string, ContractDoc>

export type ContractId = keyof typeof CONTRACT_DOCS

export const CONTRACT_IDS = Object.keys(CONTRACT_DOCS) as readonly ContractId[]

/** Contract id → status, as `contract_status` shows it. */
export const contractStatuses = (): Record<ContractId, ContractStatus> =>
  Object.fromEntries(
    Object.entries(CONTRACT_DOCS).map(([id, { status }]) => [id, status]),
  ) as Record<ContractId, ContractStatus>

/** Version key → version, as `contracts` shows it. */
export const contractVersions = (): Record<string, number> =>
  Object.fromEntries(
    Object.values(CONTRACT_DOCS).map(({ versionKey, version }) => [versionKey, version]),
  )
