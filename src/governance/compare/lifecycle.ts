import { canonical, own, ownString } from './json.ts'
import type { RuleId } from './rules.ts'

/** One change of a life-cycle mark. */
export interface LifecycleChange {
  readonly rule: RuleId
  readonly old: unknown
  readonly next: unknown
}

const STABILITY: ReadonlyMap<string, number> = new Map([
  ['draft', 0],
  ['alpha', 1],
  ['experimental', 1],
  ['beta', 2],
  ['stable', 3],
  ['frozen', 4],
])

/** Compares the deprecation, sunset and stability marks of two nodes. */
export function lifecycleChanges(base: unknown, revision: unknown): readonly LifecycleChange[] {
  const changes: LifecycleChange[] = []
  const wasDeprecated = own(base, 'deprecated') === true
  const isDeprecated = own(revision, 'deprecated') === true
  if (wasDeprecated !== isDeprecated) {
    const rule = isDeprecated ? 'deprecated' : 'reactivated'
    changes.push({ rule, old: wasDeprecated, next: isDeprecated })
  }
  const sunset = isDeprecated ? sunsetRule(base, revision, wasDeprecated) : undefined
  if (sunset !== undefined) {
    changes.push({ rule: sunset, old: own(base, 'x-sunset'), next: own(revision, 'x-sunset') })
  }
  const before = stabilityOf(base)
  const after = stabilityOf(revision)
  const [from, to] = [rankOf(before), rankOf(after)]
  if (from !== to) {
    const rule = to < from ? 'stability-lowered' : 'stability-raised'
    changes.push({ rule, old: before, next: after })
  }
  return changes
}

function sunsetRule(base: unknown, revision: unknown, wasDeprecated: boolean): RuleId | undefined {
  const before = own(base, 'x-sunset')
  const after = own(revision, 'x-sunset')
  if (canonical(before) === canonical(after)) return undefined
  if (after === undefined) return wasDeprecated ? 'sunset-removed' : undefined
  const next = parseDay(after)
  if (next === undefined) return 'sunset-invalid'
  const previous = parseDay(before)
  return previous !== undefined && next < previous ? 'sunset-moved-earlier' : undefined
}

/** A date, or the date of a date-time, as `YYYY-MM-DD`; undefined for anything else. */
function parseDay(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const day = /^(\d{4}-\d{2}-\d{2})(T.*)?$/i.exec(value)?.[1]
  return day !== undefined && !Number.isNaN(Date.parse(day)) ? day : undefined
}

/** The stability a node claims, in either spelling. */
function stabilityOf(node: unknown): string | undefined {
  return ownString(node, 'x-stability-level') ?? ownString(node, 'x-stability')
}

function rankOf(stability: string | undefined): number {
  return STABILITY.get(stability ?? 'stable') ?? 3
}

/** True for something that its author called unfinished. */
export function isUnfinished(node: unknown): boolean {
  return rankOf(stabilityOf(node)) < 2
}

/** True when something deprecated may go: it had no sunset, or the sunset is over. */
export function mayGo(node: unknown, today: string): boolean {
  if (own(node, 'deprecated') !== true) return false
  const sunset = own(node, 'x-sunset')
  if (sunset === undefined) return true
  const day = parseDay(sunset)
  return day !== undefined && day <= today
}
