import type { Frame } from './frame.ts'
import { isClean } from './graph.ts'
import type { Mode } from './mode.ts'
import { rawOf } from './relate-arrays.ts'
import type { Condition, Conj } from './view.ts'

/** Compares `if`, `then`, `else` and `not`. */
export function relateConditions(frame: Frame): void {
  const { sub, sup } = frame
  sup.conditions.forEach((wanted) => {
    const given = sub.conditions.find((one) => isSame(frame, one.when, wanted.when))
    if (given === undefined) frame.report('if', { sub: undefined, sup: rawOf(wanted.when) })
    else relateBranches(frame, given, wanted)
  })
  for (const wanted of sup.nots) {
    if (!sub.nots.some((given) => excludes(frame, given, wanted))) {
      frame.report('not', { sub: rawOf(sub.nots[0]), sup: rawOf(wanted) })
    }
  }
}

function relateBranches(frame: Frame, given: Condition, wanted: Condition): void {
  const branches = [
    ['ifThen', given.follows, wanted.follows],
    ['ifElse', given.otherwise, wanted.otherwise],
  ] as const
  for (const [keyword, from, to] of branches) {
    if (to === undefined) continue
    if (from === undefined) frame.report(keyword, { sub: undefined, sup: rawOf(to) })
    else frame.child(keyword === 'ifThen' ? '(then)' : '(else)', from, to)
  }
}

function opposite(mode: Mode): Mode {
  return { ...mode, direction: mode.direction === 'request' ? 'response' : 'request' }
}

/** What the subset excludes must cover what the superset excludes. */
function excludes(frame: Frame, given: Conj, wanted: Conj): boolean {
  const givenView = frame.subViews.of(given)
  const wantedView = frame.supViews.of(wanted)
  const [base, revision] = frame.baseIsSub ? [givenView, wantedView] : [wantedView, givenView]
  return isClean(frame.relation.relate(base, revision, opposite(frame.mode)))
}

function isSame(frame: Frame, given: Conj, wanted: Conj): boolean {
  return isClean(frame.pair(given, wanted)) && excludes(frame, given, wanted)
}
