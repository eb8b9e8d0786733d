import type { Frame } from './frame.ts'
import type { Conj, JsonType } from './view.ts'

/** Compares what lists may hold: items, leading items, `contains`, uniqueness. */
export function relateArrays(frame: Frame): void {
  const { sub, sup } = frame
  if (isBeside(frame, 'array')) return
  if (sup.unique && !sub.unique && sub.sizes.get('maxItems') !== 1) {
    frame.report('uniqueItems', { sub: sub.unique, sup: true })
  }
  if (sup.items !== undefined) frame.child('[]', sub.items, sup.items)
  relateLeading(frame)
  relateContains(frame)
  relateUnevaluated(frame)
}

function relateLeading(frame: Frame): void {
  const { sub, sup } = frame
  if (sup.prefixItems.length > 0 && sub.prefixItems.length === 0 && sub.items === undefined) {
    frame.report('prefixItems', { sub: [], sup: sup.prefixItems.map(rawOf) })
    return
  }
  const length = Math.max(sub.prefixItems.length, sup.prefixItems.length)
  for (let index = 0; index < length; index += 1) {
    const wanted = sup.prefixItems[index] ?? sup.items
    if (wanted === undefined) continue
    frame.child(`[${index}]`, sub.prefixItems[index] ?? sub.items, wanted)
  }
}

function relateContains(frame: Frame): void {
  const { sub, sup } = frame
  if (sup.contains === undefined || (sup.minContains === 0 && sup.maxContains === undefined)) {
    return
  }
  if (sub.contains === undefined) {
    frame.report('contains', { sub: undefined, sup: rawOf(sup.contains) })
    return
  }
  frame.child('[contains]', sub.contains, sup.contains)
  if (sub.minContains < sup.minContains) {
    frame.report('contains', {
      sub: { minContains: sub.minContains },
      sup: { minContains: sup.minContains },
    })
  }
  const most = sub.maxContains ?? Number.POSITIVE_INFINITY
  if (sup.maxContains !== undefined && most > sup.maxContains) {
    frame.report('contains', {
      sub: { maxContains: sub.maxContains },
      sup: { maxContains: sup.maxContains },
    })
  }
}

function relateUnevaluated(frame: Frame): void {
  const { sub, sup } = frame
  if (sup.unevaluatedItems === undefined) return
  if (sub.unevaluatedItems !== undefined) {
    frame.child('[unevaluated]', sub.unevaluatedItems, sup.unevaluatedItems)
  } else if (!isClosed(sub.items)) {
    frame.report('unevaluatedItems', { sub: undefined, sup: rawOf(sup.unevaluatedItems) })
  }
}

/**
 * True when the superset's keywords for a type say nothing about a subset that never has it.
 *
 * Where neither side names the type, its keywords are compared all the same: an author who wrote
 * them means them, and the type is the slip.
 */
export function isBeside({ sub, sup }: Frame, type: JsonType): boolean {
  if (sub.types === undefined || sub.types.has(type)) return false
  return sup.types === undefined || sup.types.has(type)
}

/** True for a schema that lets nothing through. */
export function isClosed(conj: Conj | undefined): boolean {
  return conj?.some((source) => source.raw === false) === true
}

/** The raw schema behind a conjunction, for a report. */
export function rawOf(conj: Conj | undefined): unknown {
  return conj?.[0]?.raw
}
