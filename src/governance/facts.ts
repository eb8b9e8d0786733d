import type { Catalog } from '../contracts/catalog.ts'
import type { ContractDoc } from '../contracts/contract-docs.ts'
import type { ErrorClass } from '../contracts/errors.ts'
import type { Surface } from '../contracts/inventory.ts'

export type Json = Readonly<Record<string, unknown>>

/** The files that are checked, by path from the root with forward slashes. */
export interface Checkout {
  /** The text with LF line ends, or undefined when there is no such file. */
  read(path: string): string | undefined
  /** Every file below the folder, sorted. */
  list(folder: string): readonly string[]
}

/** What was promised last: the files of the last release. */
export interface Baseline {
  readonly ref: string
  readonly sha: string
  readonly version: string
  read(path: string): string | undefined
}

/** A route as the router holds it, whatever describes it. */
export interface RegisteredRoute {
  readonly method: string
  /** With parameters as `{name}`. */
  readonly path: string
}

interface CommandFact {
  readonly name: string
  readonly capability: string
  readonly options: readonly string[]
}

/** One error reason with who declares it and where a caller meets it. */
export interface ReasonFact {
  readonly reason: string
  readonly owner: string
  readonly seen: 'http' | 'cli'
  /** HTTP status; null on the command line. */
  readonly status: number | null
  readonly class: ErrorClass
  readonly message: string
}

/** Everything that the gates look at: gathered once, then only read. */
export interface Facts {
  readonly checkout: Checkout
  /** The OpenAPI document of the running app. */
  readonly openapi: Json
  readonly routes: readonly RegisteredRoute[]
  readonly surfaces: readonly Surface[]
  /** `GET /v1/capabilities`, as it was served. */
  readonly capabilities: Json
  /** `GET /v1/mcp/capabilities`, as it was served. */
  readonly mcpCapabilities: Json
  /** The manifest that this build should package, byte for byte. */
  readonly manifest: string
  readonly catalog: Catalog
  readonly contracts: Readonly<Record<string, ContractDoc>>
  readonly reasons: readonly ReasonFact[]
  readonly exitCodes: Readonly<Record<string, number>>
  readonly scopes: readonly string[]
  readonly settings: readonly string[]
  readonly commands: readonly CommandFact[]
  /** The version of package.json. */
  readonly version: string
  /** Versions that were released, by tag or by heading of the change log. */
  readonly released: readonly string[]
  /** Undefined before the first release. */
  readonly base: Baseline | undefined
  /** Risky changes fail too. */
  readonly strict: boolean
}
