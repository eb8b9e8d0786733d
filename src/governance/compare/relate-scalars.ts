import type { Frame } from './frame.ts'
import type { Keyword } from './keyword-rules.ts'
import type { Bound, SizeKeyword, View } from './view.ts'
import { CEILINGS, FLOORS } from './view.ts'

/** Compares numeric ends, steps, sizes, patterns, formats, defaults and embedded content. */
export function relateScalars(frame: Frame): void {
  relateRange(frame)
  relateMultiples(frame)
  relateSizes(frame)
  relatePatterns(frame)
  relateFormats(frame)
  relateContent(frame)
  relateDefault(frame)
}

function relateRange(frame: Frame): void {
  const { sub, sup } = frame
  const numbers = sub.values === undefined ? undefined : [...sub.values.values()]
  const allListed = (fits: (value: number) => boolean): boolean =>
    numbers?.every((value) => typeof value !== 'number' || fits(value)) === true
  const { lower, upper } = sup
  if (lower !== undefined && isBelow(sub.lower, lower) && !allListed((n) => aboveEnd(n, lower))) {
    frame.report(sub.lower === undefined ? 'minimumSet' : 'minimum', {
      sub: endText(sub.lower),
      sup: endText(lower),
    })
  }
  if (upper !== undefined && isAbove(sub.upper, upper) && !allListed((n) => belowEnd(n, upper))) {
    frame.report(sub.upper === undefined ? 'maximumSet' : 'maximum', {
      sub: endText(sub.upper),
      sup: endText(upper),
    })
  }
}

function isBelow(sub: Bound | undefined, sup: Bound): boolean {
  if (sub === undefined || sub.value < sup.value) return true
  return sub.value === sup.value && sup.exclusive && !sub.exclusive
}

function isAbove(sub: Bound | undefined, sup: Bound): boolean {
  if (sub === undefined || sub.value > sup.value) return true
  return sub.value === sup.value && sup.exclusive && !sub.exclusive
}

function aboveEnd(value: number, end: Bound): boolean {
  return end.exclusive ? value > end.value : value >= end.value
}

function belowEnd(value: number, end: Bound): boolean {
  return end.exclusive ? value < end.value : value <= end.value
}

function endText(end: Bound | undefined): unknown {
  if (end === undefined) return undefined
  return end.exclusive ? { exclusive: end.value } : end.value
}

function relateMultiples(frame: Frame): void {
  const { sub, sup } = frame
  const whole = sub.types?.size === 1 && sub.types.has('integer') ? [1] : []
  const steps = [...sub.multiples, ...whole]
  for (const wanted of sup.multiples) {
    if (steps.some((step) => isMultiple(step, wanted))) continue
    frame.report(sub.multiples.length === 0 ? 'multipleOfSet' : 'multipleOf', {
      sub: sub.multiples[0],
      sup: wanted,
    })
  }
}

function isMultiple(value: number, step: number): boolean {
  const ratio = value / step
  return Math.abs(ratio - Math.round(ratio)) < 1e-9 && Math.round(ratio) !== 0
}

const FIRST_CEILING = {
  maxLength: 'maxLengthSet',
  maxItems: 'maxItemsSet',
  maxProperties: 'maxPropertiesSet',
} as const satisfies Record<(typeof CEILINGS)[number], Keyword>

function relateSizes(frame: Frame): void {
  const { sub, sup } = frame
  for (const key of FLOORS) {
    const wanted = sup.sizes.get(key) ?? 0
    if ((sub.sizes.get(key) ?? 0) < wanted && !listedFit(sub, key, wanted)) {
      frame.report(key, { sub: sub.sizes.get(key), sup: wanted })
    }
  }
  for (const key of CEILINGS) {
    const wanted = sup.sizes.get(key)
    const given = sub.sizes.get(key)
    if (wanted === undefined || listedFit(sub, key, wanted)) continue
    if (given === undefined) frame.report(FIRST_CEILING[key], { sub: given, sup: wanted })
    else if (given > wanted) frame.report(key, { sub: given, sup: wanted })
  }
}

function listedFit(view: View, key: SizeKeyword, wanted: number): boolean {
  if (view.values === undefined || !key.endsWith('Length')) return false
  return [...view.values.values()].every((value) => {
    if (typeof value !== 'string') return true
    const length = [...value].length
    return key === 'minLength' ? length >= wanted : length <= wanted
  })
}

function relatePatterns(frame: Frame): void {
  const { sub, sup } = frame
  if (sub.values !== undefined && sup.values !== undefined) return
  for (const pattern of sup.patterns) {
    if (sub.patterns.has(pattern)) continue
    const [other] = sub.patterns
    frame.report('pattern', {
      sub: other,
      sup: pattern,
      ...(other === undefined ? {} : { level: 'risky' as const }),
    })
  }
}

const NARROWER: ReadonlyMap<string, readonly string[]> = new Map([
  ['int64', ['int8', 'int16', 'int32', 'uint8', 'uint16', 'uint32']],
  ['int32', ['int8', 'int16', 'uint8', 'uint16']],
  ['int16', ['int8', 'uint8']],
  ['bigint', ['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64']],
  ['uint64', ['uint8', 'uint16', 'uint32']],
  ['uint32', ['uint8', 'uint16']],
  ['double', ['float', 'int32', 'int16', 'int8']],
  ['float', ['int16', 'int8']],
  ['idn-email', ['email']],
  ['idn-hostname', ['hostname']],
  ['iri', ['uri']],
  ['iri-reference', ['iri', 'uri', 'uri-reference']],
  ['uri-reference', ['uri']],
])

function relateFormats(frame: Frame): void {
  const { sub, sup } = frame
  for (const format of sup.formats) {
    if (sub.formats.has(format)) continue
    const narrower = NARROWER.get(format) ?? []
    if (narrower.some((name) => sub.formats.has(name))) continue
    const [other] = sub.formats
    if (isWholeInReal(frame, format)) continue
    const dated = format === 'date-time' && (other === 'date' || other === 'time')
    frame.report('format', {
      sub: other,
      sup: format,
      ...(dated ? { level: 'risky' as const } : {}),
    })
  }
}

/** An integer of any format is a number, whatever the precision that the number claims. */
function isWholeInReal({ sub, sup }: Frame, format: string): boolean {
  const whole = sub.types?.size === 1 && sub.types.has('integer')
  const real = sup.types?.has('number') === true
  return whole && real && (format === 'double' || format === 'float')
}

function relateContent(frame: Frame): void {
  const { sub, sup } = frame
  for (const key of ['contentMediaType', 'contentEncoding'] as const) {
    if (sup[key] !== undefined && sub[key] !== sup[key]) {
      frame.report(key, { sub: sub[key], sup: sup[key] })
    }
  }
  if (sup.contentSchema === undefined) return
  if (sub.contentSchema === undefined) frame.report('contentSchema')
  else frame.child('/contentSchema', sub.contentSchema, sup.contentSchema)
}

function relateDefault(frame: Frame): void {
  const { base, revision, mode } = frame
  if (mode.direction !== 'request' || mode.probe) return
  const before = base.fallback
  const after = revision.fallback
  if (JSON.stringify(before?.value) === JSON.stringify(after?.value)) return
  frame.reportRule('request-default-changed', {
    sub: before?.value,
    sup: after?.value,
    level: before === undefined ? 'additive' : 'risky',
  })
}
