import type { Level } from './levels.ts'

/** How settled the contract is that a finding touches. */
export type ContractStatus = 'frozen' | 'stable' | 'experimental'

/** What a gate does with a finding. */
export type Severity = 'error' | 'warning' | 'info' | 'none'

const TABLE = {
  breaking: { frozen: 'error', stable: 'error', experimental: 'info' },
  risky: { frozen: 'error', stable: 'warning', experimental: 'none' },
  additive: { frozen: 'info', stable: 'info', experimental: 'none' },
} as const satisfies Record<Level, Record<ContractStatus, Severity>>

/** The severity of a finding on a contract; `strict` turns a risky finding on a stable contract into an error. */
export function severityOf(
  level: Level,
  status: ContractStatus,
  { strict = false }: { readonly strict?: boolean } = {},
): Severity {
  if (strict && level === 'risky' && status === 'stable') return 'error'
  return TABLE[level][status]
}
