import type { Frame } from './frame.ts'
import { canonical } from './json.ts'
import { covers } from './merge-values.ts'
import type { JsonType, View } from './view.ts'

const ALL_TYPES: readonly JsonType[] = ['array', 'boolean', 'number', 'object', 'string']

/** Compares types, null, constants and enumerations; false when nothing is left to compare. */
export function relateTypes(frame: Frame): boolean {
  const { sub, sup } = frame
  const supReferences = new Set(sup.opaque)
  const foreign = sub.opaque.filter((reference) => !supReferences.has(reference))
  if (foreign.length > 0 || sub.opaque.length !== sup.opaque.length) {
    frame.report('reference', { sub: sub.opaque.join(' '), sup: sup.opaque.join(' ') })
    return false
  }
  if (sub.impossible) return false
  if (sup.impossible) {
    frame.report('type', { sub: typeNames(sub), sup: 'nothing' })
    return false
  }
  const wanted = effectiveTypes(sub)
  const missing = wanted.filter((type) => !allows(frame, type))
  const known = sub.types !== undefined || sub.values !== undefined
  if (missing.length > 0) {
    const alike = known && missing.every((type) => isTextual(frame, type))
    if (alike && sub.chosenTypes && !sup.chosenTypes) {
      frame.report('unionMemberGone', { sub: typeNames(sub), sup: typeNames(sup) })
    } else if (!alike || frame.mode.wire === 'part') {
      frame.report('type', {
        sub: typeNames(sub),
        sup: typeNames(sup),
        ...(alike ? { level: 'risky' as const } : {}),
      })
    }
    if (!alike && (missing.length === wanted.length || !known)) return false
  }
  if (sub.nullable && !sup.nullable && (missing.length === 0 || known)) {
    frame.report('nullable', { sub: true, sup: false })
  }
  relateValues(frame)
  return true
}

/** The types that a schema really lets through, an enumeration taken into account. */
export function effectiveTypes(view: View): readonly JsonType[] {
  const declared = view.types
  if (view.values === undefined) return declared === undefined ? ALL_TYPES : [...declared]
  const listed = new Set<JsonType>()
  for (const value of view.values.values()) {
    const type = typeOfValue(value)
    if (type !== undefined && (declared === undefined || covers(declared, type))) listed.add(type)
  }
  return [...listed]
}

/** A type list as people write it. */
function typeNames(view: View): string {
  if (view.types === undefined) return view.values === undefined ? 'any' : 'listed values'
  const names = [...view.types].sort()
  return names.length === 0 ? 'null' : names.join(' or ')
}

function allows(frame: Frame, type: JsonType): boolean {
  const { types } = frame.sup
  return types === undefined || covers(types, type)
}

/** Off JSON a number or a boolean is written as a text; in a body of text a whole structure is. */
function isTextual(frame: Frame, type: JsonType): boolean {
  const { mode, sup } = frame
  if (mode.wire === 'json' || sup.types?.has('string') !== true) return false
  return mode.wire === 'text' || (type !== 'object' && type !== 'array')
}

function typeOfValue(value: unknown): JsonType | undefined {
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'object' && value !== null ? 'object' : undefined
}

function relateValues(frame: Frame): void {
  const { sub, sup } = frame
  if (sup.extensible !== undefined && sub.extensible !== undefined) relateExtensible(frame)
  if (sup.values === undefined) return
  const closed = frame.base.closedEnum ? { level: 'breaking' as const } : {}
  const report = { sub: listed(sub), sup: listed(sup) }
  if (sub.values === undefined) {
    if (isEveryBoolean(frame)) return
    if (sup.isConst) frame.report('const', report)
    else
      frame.report(
        'becameEnum',
        frame.mode.direction === 'response' ? { ...report, ...closed } : report,
      )
    return
  }
  const typed = frame.mode.wire === 'json'
  const texts = typed ? sup.values : asTexts(sup.values)
  const missing = [...sub.values].filter(
    ([text, value]) => !texts.has(typed ? text : asText(value)),
  )
  if (missing.length === 0) return
  if (sup.isConst && (sub.isConst || frame.mode.direction === 'response')) {
    frame.report('const', report)
  } else {
    frame.report('enum', frame.mode.direction === 'response' ? { ...report, ...closed } : report)
  }
}

function relateExtensible(frame: Frame): void {
  const { sub, sup, mode } = frame
  if (mode.direction !== 'request' || sub.extensible === undefined) return
  const missing = [...sub.extensible.keys()].filter((text) => sup.extensible?.has(text) !== true)
  if (missing.length === 0) return
  frame.reportRule('request-extensible-enum-value', {
    sub: [...sub.extensible.values()],
    sup: [...(sup.extensible?.values() ?? [])],
  })
}

function listed(view: View): readonly unknown[] | string {
  if (view.values === undefined) return typeNames(view)
  return [...view.values.keys()].sort().map((text) => view.values?.get(text))
}

function asTexts(values: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  return new Set([...values.values()].map(asText))
}

function asText(value: unknown): string {
  return typeof value === 'object' ? canonical(value) : String(value)
}

function isEveryBoolean({ sub, sup }: Frame): boolean {
  const onlyBoolean = sub.types?.size === 1 && sub.types.has('boolean')
  return onlyBoolean && sup.values?.has('true') === true && sup.values.has('false')
}
