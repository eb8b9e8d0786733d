import type { Direction, Level } from './levels.ts'
import type { RuleId } from './rules.ts'

/** One difference, with everything that a report, a waiver or an editor needs. */
export interface Finding {
  readonly rule: RuleId
  readonly level: Level
  readonly direction: Direction | 'both'
  /** The operation as the base spells it (`POST /v1/search`), or `schema` for a plain JSON Schema. */
  readonly operation: string
  /** Where in the operation, in words and steps: `body /limit`, `response 200 /data/[]/id`. */
  readonly place: string
  /** JSON pointers into both documents; a side that lacks the node names its nearest parent. */
  readonly pointer: { readonly base: string; readonly revision: string }
  readonly old: unknown
  readonly new: unknown
  readonly message: string
  /** Stable over component renames and reordering, so that a waiver can name it. */
  readonly fingerprint: string
}

/** What one comparison looked at and found, in an order that only depends on the documents. */
export interface Comparison {
  readonly findings: readonly Finding[]
  readonly compared: {
    readonly operations: number
    readonly schemas: number
    readonly properties: number
  }
  /** True when a finding fails the comparison: a breaking one, or with `strict` a risky one too. */
  readonly failed: boolean
}

/** Choices of a comparison of two OpenAPI documents. */
export interface CompareOptions {
  readonly strict?: boolean
  /** Findings on operations marked draft, alpha or experimental become additive. */
  readonly honourStability?: boolean
  /** Lets an operation or parameter go when it was deprecated and its sunset, if any, lies before this date. */
  readonly lifecycle?: { readonly today: string }
  /** A path prefix to ignore on each side, so that `/api/v1/x` can meet `/x`. */
  readonly stripPrefix?: { readonly base?: string; readonly revision?: string }
}
