import { compareContent } from './content.ts'
import type { Context } from './context.ts'
import { settle } from './context.ts'
import type { SchemaDocument, Source } from './document.ts'
import { own, ownObject, step } from './json.ts'
import type { Direction } from './levels.ts'
import { lifecycleChanges } from './lifecycle.ts'
import { wireOf } from './media-types.ts'
import { schemaOf, styleOf } from './parameters.ts'
import type { Spot } from './place.ts'

/** Compares what an operation answers: status codes, headers and bodies. */
export function compareResponses(
  context: Context,
  base: Source,
  revision: Source,
  operation: string,
  direction: Direction,
): void {
  const before = statusesOf(context.base, base)
  const after = statusesOf(context.revision, revision)
  const used = new Set<string>()
  for (const [status, from] of before) {
    const found = counterpart(status, [...after.keys()])
    const spot: Spot = { operation, direction, place: `${nameOf(direction)} ${status}` }
    const to = found === undefined ? undefined : after.get(found)
    if (found === undefined || found === 'default' ? status !== 'default' : false) {
      const covered = found === 'default' && !isSuccess(status)
      const at = to?.pointer ?? step(revision.pointer, 'responses')
      const note = { old: status, new: found, ...(covered ? { level: 'risky' as const } : {}) }
      context.note('response-status-removed', spot, from.pointer, at, note)
    } else if (found === undefined) {
      const at = step(revision.pointer, 'responses')
      const note = { old: status, level: 'risky' as const }
      context.note('response-status-removed', spot, from.pointer, at, note)
    }
    if (to === undefined || found === undefined) continue
    used.add(found)
    compareHeaders(context, from, to, spot)
    compareContent(context, from, to, spot, direction)
  }
  for (const [status, to] of after) {
    if (used.has(status) || before.has(status)) continue
    const spot: Spot = { operation, direction, place: `${nameOf(direction)} ${status}` }
    const at = step(base.pointer, 'responses')
    context.note('response-status-added', spot, at, to.pointer, { new: status })
  }
}

function nameOf(direction: Direction): string {
  return direction === 'response' ? 'response' : 'answer'
}

function statusesOf(document: SchemaDocument, operation: Source): ReadonlyMap<string, Source> {
  const found = new Map<string, Source>()
  for (const [status, raw] of Object.entries(ownObject(operation.raw, 'responses'))) {
    if (status.startsWith('x-')) continue
    const pointer = step(operation.pointer, 'responses', status)
    found.set(
      status.toUpperCase() === 'DEFAULT' ? 'default' : status,
      settle(document, { raw, pointer }),
    )
  }
  return found
}

/** The status that now stands for an old one: itself, its range, a code of the old range, or default. */
function counterpart(status: string, statuses: readonly string[]): string | undefined {
  if (statuses.includes(status)) return status
  if (status === 'default') return undefined
  const range = statuses.find((one) => /^\dXX$/i.test(one) && one[0] === status[0])
  if (range !== undefined) return range
  if (/^\dXX$/i.test(status)) {
    const member = statuses.find((one) => one[0] === status[0] && one !== 'default')
    if (member !== undefined) return member
  }
  return statuses.includes('default') ? 'default' : undefined
}

function isSuccess(status: string): boolean {
  return status.startsWith('2')
}

function headersOf(
  document: SchemaDocument,
  response: Source,
): ReadonlyMap<string, [string, Source]> {
  const found = new Map<string, [string, Source]>()
  for (const [name, raw] of Object.entries(ownObject(response.raw, 'headers'))) {
    if (name.toLowerCase() === 'content-type') continue
    const pointer = step(response.pointer, 'headers', name)
    found.set(name.toLowerCase(), [name, settle(document, { raw, pointer })])
  }
  return found
}

function compareHeaders(context: Context, base: Source, revision: Source, spot: Spot): void {
  const before = headersOf(context.base, base)
  const after = headersOf(context.revision, revision)
  for (const [key, [name, from]] of before) {
    const here = { ...spot, place: `${spot.place} header ${name}` }
    const to = after.get(key)?.[1]
    const required = own(from.raw, 'required') === true
    if (to !== undefined) compareHeader(context, from, to, here)
    else {
      const note = { old: name, level: required ? ('breaking' as const) : ('risky' as const) }
      context.note('response-header-removed', here, from.pointer, revision.pointer, note)
    }
  }
  for (const [key, [name, to]] of after) {
    if (before.has(key)) continue
    const here = { ...spot, place: `${spot.place} header ${name}` }
    context.note('response-header-added', here, base.pointer, to.pointer, { new: name })
  }
}

function compareHeader(context: Context, from: Source, to: Source, spot: Spot): void {
  const required = [own(from.raw, 'required') === true, own(to.raw, 'required') === true] as const
  if (required[0] !== required[1]) {
    const rule = required[0] ? 'response-header-became-optional' : 'response-narrowed'
    const note = { old: required[0], new: required[1] }
    context.note(rule, spot, from.pointer, to.pointer, note)
  }
  for (const { rule, old, next } of lifecycleChanges(from.raw, to.raw)) {
    context.note(rule, spot, from.pointer, to.pointer, { old, new: next })
  }
  const old = styleOf(from.raw, 'header')
  const next = styleOf(to.raw, 'header')
  const [before, after] = [schemaOf(from), schemaOf(to)]
  if (old.style !== next.style || old.explode !== next.explode || before.media !== after.media) {
    const note = { old: before.media ?? old, new: after.media ?? next }
    context.note('response-header-serialization', spot, from.pointer, to.pointer, note)
  }
  const wire = before.media === undefined ? 'value' : wireOf(before.media)
  context.compareSchemas(before.schema, after.schema, spot, 'response', wire)
}
