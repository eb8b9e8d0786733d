import type { RawFinding } from './graph.ts'
import type { Direction, Level } from './levels.ts'
import type { RuleId } from './rules.ts'

/** Where in a comparison something was found, before it becomes a finding. */
export interface Spot {
  readonly operation: string
  readonly direction: Direction | 'both'
  readonly place: string
}

/** A finding that still lacks its sentence and fingerprint. */
export interface Draft extends Spot {
  readonly rule: RuleId
  readonly level: Level
  readonly base: string
  readonly revision: string
  readonly old: unknown
  readonly new: unknown
  readonly reason?: string
}

/** Puts a finding about schemas into its place. */
export function draftOf(raw: RawFinding, spot: Spot, path: string): Draft {
  const { rule, level, base, revision, old, reason } = raw
  return {
    ...spot,
    place: `${spot.place} ${path}`.trim(),
    rule,
    level,
    base,
    revision,
    old,
    new: raw.new,
    ...(reason === undefined ? {} : { reason }),
  }
}
