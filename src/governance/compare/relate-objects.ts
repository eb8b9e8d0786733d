import type { Frame } from './frame.ts'
import { isBeside, isClosed, rawOf } from './relate-arrays.ts'
import { relateProperties } from './relate-properties.ts'
import { relateRequired } from './relate-required.ts'
import type { View } from './view.ts'

/** Compares what objects may hold: properties, names, additional and dependent ones. */
export function relateObjects(frame: Frame): void {
  if (isBeside(frame, 'object')) return
  relateProperties(frame)
  relateRequired(frame)
  relateAdditional(frame)
  relatePatternProperties(frame)
  relateNames(frame)
  relateDependent(frame)
  relateUnevaluated(frame)
}

function isClosedObject(view: View): boolean {
  return view.additional === 'closed' || isClosed(view.unevaluatedProperties)
}

function relateAdditional(frame: Frame): void {
  const { sub, sup } = frame
  if (sup.additional === 'open' || sub.additional === 'closed') return
  if (sup.additional === 'closed') {
    if (isClosedObject(sub)) return
    const report = { sub: additionalText(sub), sup: false }
    const untouched = sup.patternProperties.size > 0 && sub.additional === 'open'
    frame.report('additionalProperties', untouched ? { ...report, level: 'risky' } : report)
    return
  }
  if (sub.additional === 'open') {
    if (isClosedObject(sub)) return
    const views = frame.supViews
    if (views.of(sup.additional).atoms.length === 0) return
    frame.report('additionalProperties', {
      sub: true,
      sup: rawOf(sup.additional),
      level: 'breaking',
    })
    return
  }
  frame.child('/*', sub.additional, sup.additional)
}

function additionalText(view: View): unknown {
  if (view.additional === 'open') return true
  return view.additional === 'closed' ? false : rawOf(view.additional)
}

function relatePatternProperties(frame: Frame): void {
  const { sub, sup } = frame
  for (const [pattern, wanted] of sup.patternProperties) {
    const given = sub.patternProperties.get(pattern)
    if (given !== undefined) frame.child(`/~${pattern}`, given, wanted)
    else if (isClosedObject(sub)) continue
    else if (typeof sub.additional === 'object') frame.child(`/~${pattern}`, sub.additional, wanted)
    else {
      frame.report('patternProperties', { sub: undefined, sup: { [pattern]: rawOf(wanted) } })
    }
  }
  for (const [pattern, given] of sub.patternProperties) {
    if (sup.patternProperties.has(pattern)) continue
    if (sup.additional === 'closed') {
      frame.report('patternProperties', { sub: { [pattern]: rawOf(given) }, sup: undefined })
    } else if (sup.additional !== 'open') {
      frame.child(`/~${pattern}`, given, sup.additional)
    }
  }
}

function relateNames(frame: Frame): void {
  const { sub, sup } = frame
  if (sup.propertyNames === undefined) return
  if (sub.propertyNames === undefined) {
    frame.report('propertyNames', { sub: undefined, sup: rawOf(sup.propertyNames) })
  } else {
    frame.child('/(name)', sub.propertyNames, sup.propertyNames)
  }
}

function relateDependent(frame: Frame): void {
  const { sub, sup } = frame
  for (const [name, wanted] of sup.dependentRequired) {
    const given = sub.dependentRequired.get(name)
    const lacking = [...wanted].filter((one) => !given?.has(one) && !sub.required.has(one))
    if (lacking.length > 0) {
      frame.report('dependentRequired', {
        sub: given === undefined ? undefined : { [name]: [...given].sort() },
        sup: { [name]: [...wanted].sort() },
      })
    }
  }
  for (const [name, wanted] of sup.dependentSchemas) {
    const given = sub.dependentSchemas.get(name)
    if (given !== undefined) frame.child(`/(with ${name})`, given, wanted)
    else frame.report('dependentSchemas', { sub: undefined, sup: { [name]: rawOf(wanted) } })
  }
}

function relateUnevaluated(frame: Frame): void {
  const { sub, sup } = frame
  if (sup.unevaluatedProperties === undefined || sub.additional === 'closed') return
  if (sub.unevaluatedProperties !== undefined) {
    frame.child('/(unevaluated)', sub.unevaluatedProperties, sup.unevaluatedProperties)
  } else {
    frame.report('unevaluatedProperties', {
      sub: undefined,
      sup: rawOf(sup.unevaluatedProperties),
    })
  }
}
