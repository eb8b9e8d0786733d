import type { Deprecation } from '../contracts/deprecations.ts'
import { mayBeGone } from './deprecation-rules.ts'
import type { Facts } from './facts.ts'
import type { Finding } from './gate.ts'
import type { InventoryChange, InventorySnapshot } from './inventory.ts'
import { changesOf, SECTIONS } from './inventory.ts'
import { objectOf } from './operations.ts'

const RANK = { experimental: 0, stable: 1, frozen: 2 } as const

/** What the names of this build break of what an older snapshot promised. */
export function brokenPromises(
  before: InventorySnapshot,
  after: InventorySnapshot,
  facts: Pick<Facts, 'released' | 'version'>,
  deprecations: readonly Deprecation[],
): readonly Finding[] {
  return changesOf(before, after).flatMap((change): Finding[] => {
    if (change.kind === 'added' || isHarmless(change)) return []
    if (isLawful(change, deprecations, facts)) return []
    const experimental = isExperimental(change, before, after)
    return [
      {
        rule: ruleOf(change),
        severity: experimental ? 'info' : 'error',
        subject: `${SECTIONS[change.section]} ${change.name}`,
        message: sentence(change, experimental),
      },
    ]
  })
}

function ruleOf({ section, kind }: InventoryChange): string {
  if (section === 'contracts' && kind === 'changed') return 'stability-lowered'
  return kind === 'removed' ? 'inventory-removed' : 'inventory-changed'
}

// What grew, or what only says the same in another place, breaks nobody.
function isHarmless({ section, old, new: next, kind }: InventoryChange): boolean {
  if (kind === 'removed') return false
  if (section === 'contracts') {
    const [from, to] = [objectOf(old), objectOf(next)]
    return from.version === to.version && rank(to.status) >= rank(from.status)
  }
  if (section === 'commands') {
    const options = new Set(listOf(objectOf(next).options))
    return listOf(objectOf(old).options).every((option) => options.has(option))
  }
  // The ledger has a gate of its own, which knows growth from loss.
  return section === 'frozen' || section === 'features'
}

const rank = (status: unknown): number =>
  typeof status === 'string' && status in RANK ? RANK[status as keyof typeof RANK] : -1

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function isExperimental(
  { section, old }: InventoryChange,
  before: InventorySnapshot,
  after: InventorySnapshot,
): boolean {
  const contract =
    section === 'commands'
      ? 'cli-output'
      : section === 'tools'
        ? 'http-mcp'
        : objectOf(old).contract
  if (typeof contract !== 'string') return false
  const [then, now] = [before.contracts[contract]?.status, after.contracts[contract]?.status]
  return then === 'experimental' && (now ?? 'experimental') === 'experimental'
}

const SURFACES: Readonly<Partial<Record<InventoryChange['section'], Deprecation['surface']>>> = {
  capabilities: 'capability',
  commands: 'cli',
  contracts: 'contract',
  routes: 'http-endpoint',
  settings: 'config',
  tools: 'mcp-tool',
}

/** Whether an announced removal covers the change and its time has come. */
function isLawful(
  { section, name, kind }: InventoryChange,
  deprecations: readonly Deprecation[],
  facts: Pick<Facts, 'released' | 'version'>,
): boolean {
  const subject = section === 'commands' ? `lectern ${name}` : name
  return (
    kind === 'removed' &&
    deprecations.some(
      (row) =>
        row.surface === SURFACES[section] && row.subject === subject && mayBeGone(row, facts),
    )
  )
}

function sentence({ section, name, kind, old, new: next }: InventoryChange, experimental: boolean) {
  const what = `The ${SECTIONS[section]} ${name}`
  const how =
    kind === 'removed'
      ? `${what} was promised by the last release and is gone`
      : `${what} means something else than in the last release (${JSON.stringify(old)} → ${JSON.stringify(next)})`
  return experimental
    ? `${how}; its contract is experimental, so this is allowed.`
    : `${how}; restore it, and announce a removal in DEPRECATIONS.toml before it goes.`
}
