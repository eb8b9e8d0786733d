import { canonicalJson } from '../lib/canonical-json.ts'
import type { Checkout, Facts, Json } from './facts.ts'
import { readLedger } from './ledger.ts'
import { objectOf } from './operations.ts'

export const INVENTORY_PATH = 'docs/contracts/inventory.snapshot.json'

type Status = 'frozen' | 'stable' | 'experimental'
type Section = Readonly<Record<string, unknown>>

/** Every name that a client, script or operator may rely on, by kind. */
export interface InventorySnapshot {
  readonly schemaVersion: 'lectern.inventory.v1'
  readonly contracts: Readonly<
    Record<string, { readonly status: Status; readonly version: number; readonly doc: string }>
  >
  readonly capabilities: Section
  readonly commands: Section
  readonly errors: Section
  readonly exitCodes: Section
  readonly features: Section
  readonly frozen: { readonly count: number; readonly head: string }
  readonly routes: Section
  readonly scopes: Section
  readonly settings: Section
  readonly tools: Section
}

/** The sections whose entries are promises, in the words of a message. */
export const SECTIONS = {
  capabilities: 'capability',
  commands: 'command',
  contracts: 'contract',
  errors: 'error reason',
  exitCodes: 'exit code class',
  features: 'feature flag',
  frozen: 'frozen ledger',
  routes: 'route',
  scopes: 'scope',
  settings: 'setting',
  tools: 'MCP tool',
} as const satisfies Partial<Record<keyof InventorySnapshot, string>>

type SectionName = keyof typeof SECTIONS

const named = (names: readonly string[]): Section =>
  Object.fromEntries(names.map((name) => [name, true]))

/** What this build has under every name. */
export function buildInventory(facts: Facts): InventorySnapshot {
  const { catalog, checkout, surfaces } = facts
  const entries = readLedger(checkout)?.entries ?? []
  const contractOf = (id: string) => catalog.capabilities.get(id)?.contract ?? null
  return {
    schemaVersion: 'lectern.inventory.v1',
    contracts: Object.fromEntries(
      Object.entries(facts.contracts).map(([id, { status, version, doc }]) => [
        id,
        { status, version, doc },
      ]),
    ),
    capabilities: Object.fromEntries(
      [...catalog.capabilities.values()].map(({ id, contract, scope, status }) => [
        id,
        { contract, scope, status },
      ]),
    ),
    commands: Object.fromEntries(
      facts.commands.map(({ name, capability, options }) => [
        name,
        { capability, options: [...options].sort() },
      ]),
    ),
    errors: Object.fromEntries(
      facts.reasons.map((entry) => [
        `${entry.seen} ${entry.reason}`,
        { class: entry.class, status: entry.status },
      ]),
    ),
    exitCodes: facts.exitCodes,
    features: named(Object.keys(objectOf(facts.capabilities.features))),
    frozen: { count: entries.length, head: entries.at(-1)?.chain ?? '' },
    routes: Object.fromEntries(
      surfaces
        .filter(({ kind }) => kind === 'rest' || kind === 'sse')
        .map(({ entryPoint, capability }) => [
          entryPoint,
          {
            capability,
            contract: contractOf(capability),
            scope: catalog.capabilities.get(capability)?.scope ?? null,
          },
        ]),
    ),
    scopes: named(facts.scopes),
    settings: named(facts.settings),
    tools: Object.fromEntries(
      surfaces
        .filter(({ kind }) => kind === 'mcp')
        .map(({ entryPoint, capability }) => [entryPoint, { capability }]),
    ),
  }
}

/** The snapshot of a checkout or release; undefined when the file is missing or not one. */
export function readInventory({ read }: Pick<Checkout, 'read'>): InventorySnapshot | undefined {
  try {
    const value = objectOf(JSON.parse(read(INVENTORY_PATH) ?? 'null'))
    // Sections that an older snapshot lacks are read as empty by `changesOf`.
    return value.schemaVersion === 'lectern.inventory.v1'
      ? (value as unknown as InventorySnapshot)
      : undefined
  } catch {
    return undefined
  }
}

export interface InventoryChange {
  readonly section: SectionName
  readonly name: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly old: unknown
  readonly new: unknown
}

/** Every name that came, went or means something else. */
export function changesOf(
  before: InventorySnapshot,
  after: InventorySnapshot,
): readonly InventoryChange[] {
  return (Object.keys(SECTIONS) as SectionName[]).flatMap((section) => {
    const [old, next]: readonly [Json, Json] = [objectOf(before[section]), objectOf(after[section])]
    const names = [...new Set([...Object.keys(old), ...Object.keys(next)])].sort()
    return names.flatMap((name): InventoryChange[] => {
      const sides = { section, name, old: old[name], new: next[name] }
      if (!Object.hasOwn(old, name)) return [{ ...sides, kind: 'added' }]
      if (!Object.hasOwn(next, name)) return [{ ...sides, kind: 'removed' }]
      const same = canonicalJson(old[name]) === canonicalJson(next[name])
      return same ? [] : [{ ...sides, kind: 'changed' }]
    })
  })
}
