import type { Frame } from './frame.ts'
import type { Mode } from './mode.ts'
import { isClosed, rawOf } from './relate-arrays.ts'
import { relateMarks } from './relate-marks.ts'
import { isHidden } from './relate-required.ts'
import type { Conj, View } from './view.ts'

/** Compares the declared properties of two objects, and says which came and went. */
export function relateProperties(frame: Frame): void {
  const { sub, sup } = frame
  const inner = innerMode(frame.mode)
  for (const [name, wanted] of sup.properties) {
    const given = sub.properties.get(name)
    if (given === undefined) relateUndeclared(frame, name, wanted, inner)
    else relateBoth(frame, name, given, wanted, inner)
  }
  for (const [name, given] of sub.properties) {
    if (!sup.properties.has(name)) relateRemoved(frame, name, given, inner)
  }
}

/** A structured parameter no longer shows how its parts are typed. */
function innerMode(mode: Mode): Mode {
  return mode.wire === 'value' ? { ...mode, wire: 'part' } : mode
}

function relateBoth(frame: Frame, name: string, given: Conj, wanted: Conj, mode: Mode): void {
  const subView = frame.subViews.of(given)
  const supView = frame.supViews.of(wanted)
  relateMarks(frame, frame.baseIsSub ? subView : supView, frame.baseIsSub ? supView : subView)
  const { direction } = frame.mode
  const baseHidden = isHidden(frame.baseIsSub ? subView : supView, direction)
  const revisionHidden = isHidden(frame.baseIsSub ? supView : subView, direction)
  if (baseHidden || revisionHidden) {
    const appeared = frame.mode.probe ? baseHidden && !revisionHidden : !baseHidden
    if (appeared && baseHidden !== revisionHidden) {
      frame.report('hidden', {
        sub: baseHidden,
        sup: revisionHidden,
        ...pointers(subView, supView),
      })
    }
    if (baseHidden !== revisionHidden) return
  }
  const inner = baseHidden ? { ...mode, soft: true } : mode
  frame.link(`/${name}`, frame.pairViews(subView, supView, inner))
}

function pointers(sub: View, sup: View): { readonly subAt: string; readonly supAt: string } {
  return { subAt: sub.pointer, supAt: sup.pointer }
}

/** The superset declares a property that the subset only allows, if at all. */
function relateUndeclared(frame: Frame, name: string, wanted: Conj, mode: Mode): void {
  const { sub } = frame
  const supView = frame.supViews.of(wanted)
  if (isHidden(supView, frame.mode.direction)) return
  if (frame.mode.direction === 'response') reportGone(frame, name, wanted, supView)
  if (isClosed(wanted) && sub.additional !== 'closed') {
    frame.report('property', { sub: 'any', sup: false, supAt: supView.pointer, level: 'breaking' })
  } else if (typeof sub.additional === 'object') {
    frame.child(`/${name}`, sub.additional, wanted, mode)
  }
}

/** In a response, or a probe of a request, the superset is what a client knew. */
function reportGone(frame: Frame, name: string, wanted: Conj, supView: View): void {
  const { sup } = frame
  if (typeof frame.sub.additional === 'object') return
  const promised = sup.required.has(name)
  frame.report(promised ? 'propertyRequired' : 'property', {
    sub: undefined,
    sup: { [name]: rawOf(wanted) },
    supAt: supView.pointer,
  })
}

/** The subset declares a property that the superset no longer names. */
function relateRemoved(frame: Frame, name: string, given: Conj, mode: Mode): void {
  const { sup } = frame
  const subView = frame.subViews.of(given)
  if (subView.impossible || isHidden(subView, frame.mode.direction)) return
  if (typeof sup.additional === 'object') {
    frame.child(`/${name}`, given, sup.additional, mode)
    return
  }
  if (frame.mode.direction === 'response') return
  const refused = sup.additional === 'closed' || isClosed(sup.unevaluatedProperties)
  const matched = sup.patternProperties.size > 0
  frame.report('property', {
    sub: { [name]: rawOf(given) },
    sup: undefined,
    subAt: subView.pointer,
    level: refused && !matched ? 'breaking' : 'risky',
  })
}
