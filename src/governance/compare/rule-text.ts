import type { Level } from './levels.ts'

/** What a rule says about itself; `summary` completes the sentence that a finding prints. */
export interface RuleText {
  readonly level: Level
  /** A second level and the case in which it applies. */
  readonly also?: { readonly level: Level; readonly when: string }
  readonly summary: string
  readonly example: { readonly base: string; readonly revision: string }
}
