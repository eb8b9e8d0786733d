import type { ContractId } from './contract-docs.ts'
import type { ErrorTable } from './errors.ts'
import type { Scope } from './scopes.ts'

export type ProductStatus = 'supported' | 'experimental' | 'unsupported'

/** One thing the product can do, named by behaviour and never by a path or a tool. */
export interface Capability {
  readonly title: string
  readonly contract: ContractId
  readonly status: ProductStatus
  /** `public` needs no credential, `any` needs one of any kind. */
  readonly scope: 'public' | 'any' | Scope | readonly Scope[]
  /** Ids that must work for this one to work. */
  readonly requires?: readonly string[]
}

/** What a room declares about itself: data only, so that reading it costs nothing. */
export interface Feature {
  readonly id: string
  readonly title: string
  readonly capabilities: Readonly<Record<string, Capability>>
  /** Feature flags of the capabilities document that are true while these capabilities work. */
  readonly flags?: Readonly<Record<string, readonly string[]>>
  readonly errors: ErrorTable
}

/** Declares a room; the ids stay literal, so a route that names an unknown one does not compile. */
export const defineFeature = <const T extends Feature>(feature: T): T => feature

/** Declares capabilities that share a contract and a scope; what each needs to work follows its title. */
export const supported =
  (contract: ContractId, scope: Capability['scope']) =>
  (title: string, ...requires: readonly string[]): Capability => ({
    title,
    contract,
    status: 'supported',
    scope,
    requires,
  })
