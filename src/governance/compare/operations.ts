import { compareParameters } from './compare-parameters.ts'
import { compareContent } from './content.ts'
import type { Context } from './context.ts'
import { settle } from './context.ts'
import type { Source } from './document.ts'
import { isObject, own, ownString, step } from './json.ts'
import type { Direction } from './levels.ts'
import { isUnfinished, lifecycleChanges } from './lifecycle.ts'
import { parametersOf } from './parameters.ts'
import type { Spot } from './place.ts'
import { compareResponses } from './responses.ts'
import { compareSecurity } from './security.ts'

/** The same operation on both sides, with the path items that hold it. */
export interface OperationPair {
  readonly name: string
  readonly items: { readonly base: Source; readonly revision: Source }
  readonly base: Source
  readonly revision: Source
  readonly templates: { readonly base: readonly string[]; readonly revision: readonly string[] }
  /** A callback or webhook: the server calls, so data flows the other way. */
  readonly reversed: boolean
}

/** Compares everything about one operation except what it calls back. */
export function compareOperation(context: Context, pair: OperationPair): void {
  const { name, base, revision, reversed } = pair
  context.operations += 1
  const start = context.drafts.length
  const spot: Spot = { operation: name, direction: 'both', place: '' }
  compareMarks(context, base, revision, spot)
  if (!reversed) {
    compareParameters(
      context,
      parametersOf(context.base, pair.items.base, base, pair.templates.base),
      parametersOf(context.revision, pair.items.revision, revision, pair.templates.revision),
      name,
      { base: base.pointer, revision: revision.pointer },
    )
    compareSecurity(context, base, revision, name)
  }
  const [incoming, outgoing]: readonly Direction[] = reversed
    ? ['response', 'request']
    : ['request', 'response']
  compareBody(context, pair, incoming ?? 'request')
  compareResponses(context, base, revision, name, outgoing ?? 'response')
  if (context.options.honourStability === true) soften(context, start, base)
}

function compareMarks(context: Context, base: Source, revision: Source, spot: Spot): void {
  const ids = [ownString(base.raw, 'operationId'), ownString(revision.raw, 'operationId')] as const
  if (ids[0] !== undefined && ids[0] !== ids[1]) {
    const note = { old: ids[0], new: ids[1] }
    context.note('operation-id-changed', spot, base.pointer, revision.pointer, note)
  }
  for (const { rule, old, next } of lifecycleChanges(base.raw, revision.raw)) {
    context.note(rule, spot, base.pointer, revision.pointer, { old, new: next })
  }
}

function compareBody(context: Context, pair: OperationPair, direction: Direction): void {
  const before = bodyOf(context, pair.base, 'base')
  const after = bodyOf(context, pair.revision, 'revision')
  const spot: Spot = { operation: pair.name, direction, place: 'body' }
  const pointers = [
    before?.pointer ?? pair.base.pointer,
    after?.pointer ?? pair.revision.pointer,
  ] as const
  const required = [isRequired(before), isRequired(after)] as const
  if (before === undefined && after === undefined) return
  if (before === undefined) {
    const refuses = required[1] && direction === 'request'
    context.note(refuses ? 'request-body-added-required' : 'request-body-added', spot, ...pointers)
    return
  }
  if (after === undefined) {
    context.note('request-body-removed', spot, ...pointers)
    return
  }
  if (!required[0] && required[1] && direction === 'request') {
    context.note('request-body-became-required', spot, ...pointers, { old: false, new: true })
  } else if (required[0] !== required[1]) {
    const note = { old: required[0], new: required[1] }
    context.note(
      `${direction}-${direction === 'request' ? 'widened' : 'narrowed'}` as 'request-widened',
      spot,
      ...pointers,
      note,
    )
  }
  compareContent(context, before, after, spot, direction)
}

function bodyOf(
  context: Context,
  operation: Source,
  side: 'base' | 'revision',
): Source | undefined {
  const raw = own(operation.raw, 'requestBody')
  if (!isObject(raw)) return undefined
  return settle(context[side], { raw, pointer: step(operation.pointer, 'requestBody') })
}

function isRequired(body: Source | undefined): boolean {
  return body !== undefined && own(body.raw, 'required') === true
}

/** What its author called unfinished may change; the change is still told. */
function soften(context: Context, start: number, base: Source): void {
  if (!isUnfinished(base.raw)) return
  for (let index = start; index < context.drafts.length; index += 1) {
    const draft = context.drafts[index]
    if (draft !== undefined) context.drafts[index] = { ...draft, level: 'additive' }
  }
}
