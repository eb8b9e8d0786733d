import type { Context } from './context.ts'
import { own } from './json.ts'
import { lifecycleChanges, mayGo } from './lifecycle.ts'
import { wireOf } from './media-types.ts'
import type { Parameter } from './parameters.ts'
import { schemaOf, styleOf } from './parameters.ts'
import type { Spot } from './place.ts'

/** Compares the parameters of one operation. */
export function compareParameters(
  context: Context,
  base: ReadonlyMap<string, Parameter>,
  revision: ReadonlyMap<string, Parameter>,
  operation: string,
  pointers: { readonly base: string; readonly revision: string },
): void {
  for (const [key, before] of base) {
    const after = revision.get(key) ?? namesake(before, revision, base)
    if (after !== undefined) compareOne(context, before, after, operation)
    else if (before.location !== 'path') {
      const today = context.options.lifecycle?.today
      const lawful = today !== undefined && mayGo(before.source.raw, today)
      context.note(
        'request-parameter-removed',
        spotOf(before, operation),
        before.source.pointer,
        pointers.revision,
        { old: label(before), ...(lawful ? { level: 'additive' as const } : {}) },
      )
    }
  }
  for (const [key, after] of revision) {
    if (base.has(key) || namesake(after, base, revision) !== undefined) continue
    const rule = after.required ? 'request-parameter-added-required' : 'request-parameter-added'
    const spot = spotOf(after, operation)
    context.note(rule, spot, pointers.base, after.source.pointer, { new: label(after) })
  }
}

/** A path parameter whose name and place in the path disagree on one side is still the same one. */
function namesake(
  one: Parameter,
  others: ReadonlyMap<string, Parameter>,
  own: ReadonlyMap<string, Parameter>,
): Parameter | undefined {
  if (one.location !== 'path') return undefined
  const free = [...others.values()].filter(
    ({ key, location }) => location === 'path' && !own.has(key),
  )
  return free.find(({ name }) => name === one.name)
}

function compareOne(
  context: Context,
  before: Parameter,
  after: Parameter,
  operation: string,
): void {
  const spot = spotOf(before, operation)
  const [from, to] = [before.source, after.source]
  if (!before.required && after.required) {
    const note = { old: false, new: true }
    context.note('request-parameter-became-required', spot, from.pointer, to.pointer, note)
  } else if (before.required && !after.required) {
    context.note('request-widened', spot, from.pointer, to.pointer, { old: true, new: false })
  }
  if (own(from.raw, 'allowEmptyValue') === true && own(to.raw, 'allowEmptyValue') !== true) {
    const note = { old: true, new: false }
    context.note('request-parameter-allow-empty', spot, from.pointer, to.pointer, note)
  }
  for (const { rule, old, next } of lifecycleChanges(from.raw, to.raw)) {
    context.note(rule, spot, from.pointer, to.pointer, { old, new: next })
  }
  const old = schemaOf(from)
  const next = schemaOf(to)
  if (old.media !== next.media) {
    const note = { old: old.media ?? 'style', new: next.media ?? 'style' }
    context.note('request-parameter-serialization', spot, from.pointer, to.pointer, note)
    return
  }
  if (old.media === undefined) compareStyle(context, before, after, spot)
  const wire = old.media === undefined ? 'value' : wireOf(old.media)
  const item = isRepeatable(after, old.media) ? repeatedItem(context, before, after) : undefined
  const start = context.drafts.length
  context.compareSchemas(old.schema, item ?? next.schema, spot, 'request', wire)
  if (item !== undefined && context.schemas.revisionView(next.schema).nullable) {
    // Null stands for the whole list, so its items need not allow it.
    const kept = context.drafts.splice(start).filter(({ rule }) => rule !== 'request-nullable')
    context.drafts.push(...kept)
  }
}

function compareStyle(context: Context, before: Parameter, after: Parameter, spot: Spot): void {
  const [from, to] = [before.source, after.source]
  const old = styleOf(from.raw, before.location)
  const next = styleOf(to.raw, after.location)
  const reserved = own(from.raw, 'allowReserved') === true && own(to.raw, 'allowReserved') !== true
  if (old.style === next.style && old.explode === next.explode && !reserved) return
  const note = reserved ? { old: { ...old, allowReserved: true }, new: next } : { old, new: next }
  context.note('request-parameter-serialization', spot, from.pointer, to.pointer, note)
}

/** A repeated `name=value` is a list, and a single one is a list of one. */
function isRepeatable(after: Parameter, media: string | undefined): boolean {
  if (media !== undefined) return false
  const { style, explode } = styleOf(after.source.raw, after.location)
  return style === 'form' && explode
}

/** The item schema, when a single value became a list that a single value still fits. */
function repeatedItem(context: Context, before: Parameter, after: Parameter) {
  const from = context.schemas.baseView(schemaOf(before.source).schema)
  const to = context.schemas.revisionView(schemaOf(after.source).schema)
  const wasScalar =
    from.types !== undefined && !from.types.has('array') && !from.types.has('object')
  const isList = to.types?.size === 1 && to.types.has('array')
  if (!wasScalar || !isList || from.types?.size === 0) return undefined
  if ((to.sizes.get('minItems') ?? 0) > 1 || to.items?.length !== 1) return undefined
  return to.items[0]
}

function spotOf({ location, name }: Parameter, operation: string): Spot {
  return { operation, direction: 'request', place: `${location} ${name}` }
}

function label({ location, name, required }: Parameter): string {
  return `${required ? 'required' : 'optional'} ${location} ${name}`
}
