import type {} from 'fastify'
import type { Caller } from '../contracts/caller.ts'
import type { Catalog } from '../contracts/catalog.ts'
import type { Envelope } from '../contracts/contract-docs.ts'
import { CONTRACT_DOCS } from '../contracts/contract-docs.ts'
import type { RouteScope, Scope } from '../contracts/scopes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The capability that the route serves; its contract and scope follow from it. */
    readonly capability?: string
    /** Served from a prepared buffer past Fastify's reply, with its own headers. */
    readonly prebuilt?: boolean
    /** Worked out at registration. */
    policy?: RoutePolicy
  }
  interface FastifyRequest {
    /** Who asks, set by the guard before any handler runs. */
    caller: Caller
    /** The reason this request was refused for, or null while it was not. */
    refusal: string | null
    /** True once its audit line is written. */
    audited: boolean
  }
}

/** What the guard must know of a route; worked out once, when the route is registered. */
export interface RoutePolicy {
  readonly capability: string | undefined
  readonly envelope: Envelope
  readonly scope: RouteScope
  /** True for routes under `/v1`, whose replies carry the epoch. */
  readonly versioned: boolean
  /** True where the route writes its own headers. */
  readonly prebuilt?: boolean
}

/** Paths that no route serves: a credential is asked for before anything is said about them. */
export const UNKNOWN_PATH: RoutePolicy = {
  capability: undefined,
  envelope: 'nested',
  scope: 'any',
  versioned: true,
}

/** The policy of a route that serves `capability`. */
export function policyOf(catalog: Catalog, capability: string, url: string): RoutePolicy {
  const entry = catalog.capabilities.get(capability)
  if (entry === undefined) return UNKNOWN_PATH
  return {
    capability,
    envelope: CONTRACT_DOCS[entry.contract].envelope,
    scope: entry.scope,
    versioned: url.startsWith('/v1'),
  }
}

/** Whether a caller with these scopes may use the route. */
export function permits(needed: RouteScope, held: ReadonlySet<Scope>): boolean {
  if (needed === 'public' || needed === 'any') return true
  return typeof needed === 'string' ? held.has(needed) : needed.some((scope) => held.has(scope))
}
