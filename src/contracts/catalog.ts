import type { ContractId } from './contract-docs.ts'
import { CONTRACT_DOCS } from './contract-docs.ts'
import type { ErrorSpec } from './errors.ts'
import { coreErrors } from './errors.ts'
import type { Capability, Feature } from './feature.ts'

export interface CatalogEntry extends Capability {
  readonly id: string
  /** The room that declares it. */
  readonly feature: string
}

/** Everything the rooms declare, joined and checked once. */
export interface Catalog {
  readonly capabilities: ReadonlyMap<string, CatalogEntry>
  /** Flag → the capabilities that must all be served for it to be true. */
  readonly flags: ReadonlyMap<string, readonly string[]>
  readonly errors: ReadonlyMap<string, ErrorSpec & { readonly feature: string }>
}

/** A declaration that contradicts another; the start stops with its sentence. */
export class CatalogError extends Error {
  override readonly name = 'CatalogError'
}

/** Joins the rooms' declarations, or throws a `CatalogError` that names the one that is wrong. */
export function buildCatalog(features: readonly Feature[]): Catalog {
  const capabilities = new Map<string, CatalogEntry>()
  const flags = new Map<string, readonly string[]>()
  const errors = new Map<string, ErrorSpec & { feature: string }>()

  for (const [reason, spec] of Object.entries(coreErrors.$table)) {
    errors.set(reason, { ...spec, feature: 'core' })
  }
  for (const feature of features) {
    for (const [id, capability] of Object.entries(feature.capabilities)) {
      const owner = capabilities.get(id)?.feature
      if (owner !== undefined) {
        throw new CatalogError(
          `Capability ${id} is declared by ${owner} and by ${feature.id}; keep one.`,
        )
      }
      capabilities.set(id, { ...capability, id, feature: feature.id })
    }
    for (const [flag, needs] of Object.entries(feature.flags ?? {})) {
      if (flags.has(flag))
        throw new CatalogError(`Feature flag ${flag} is declared twice; keep one.`)
      flags.set(flag, needs)
    }
    for (const [reason, spec] of Object.entries(feature.errors)) {
      const owner = errors.get(reason)?.feature
      if (owner !== undefined) {
        throw new CatalogError(
          `Error reason ${reason} is declared by ${owner} and by ${feature.id}; keep one.`,
        )
      }
      errors.set(reason, { ...spec, feature: feature.id })
    }
  }
  checkReferences(capabilities, flags)
  return { capabilities: sorted(capabilities), flags: sorted(flags), errors: sorted(errors) }
}

function checkReferences(
  capabilities: ReadonlyMap<string, CatalogEntry>,
  flags: ReadonlyMap<string, readonly string[]>,
): void {
  for (const { id, contract, requires } of capabilities.values()) {
    const known: Partial<Record<string, unknown>> = CONTRACT_DOCS
    if (known[contract satisfies ContractId] === undefined) {
      throw new CatalogError(`Capability ${id} names contract ${contract}, which has no document.`)
    }
    for (const needed of requires ?? []) {
      if (!capabilities.has(needed)) {
        throw new CatalogError(`Capability ${id} requires ${needed}, which no room declares.`)
      }
    }
  }
  for (const [flag, needs] of flags) {
    for (const needed of needs) {
      if (!capabilities.has(needed)) {
        throw new CatalogError(`Feature flag ${flag} stands on ${needed}, which no room declares.`)
      }
    }
  }
}

// Sorted, so that nothing built from the catalog depends on the order in which rooms are listed.
function sorted<T>(map: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  return new Map([...map].sort(([a], [b]) => (a < b ? -1 : 1)))
}
