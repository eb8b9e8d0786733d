import type { Context } from './context.ts'
import { settle } from './context.ts'
import type { SchemaDocument, Source } from './document.ts'
import { ownObject, step } from './json.ts'
import { compareOperation } from './operations.ts'
import { operationsOf, settleItem } from './paths.ts'
import type { Spot } from './place.ts'

const DEEPEST_CALLBACK = 3

/** Compares what an operation promises to call back, and what that calls back in turn. */
export function compareCallbacks(
  context: Context,
  base: Source,
  revision: Source,
  name: string,
  depth = 0,
): void {
  if (depth >= DEEPEST_CALLBACK) return
  const before = callbacksOf(context.base, base)
  const after = callbacksOf(context.revision, revision)
  for (const [key, from] of before) {
    const to = after.get(key)
    const here = `${name} callback ${key}`
    if (to === undefined) {
      const spot = spotOf(name, `callback ${key}`)
      context.note('callback-removed', spot, from.pointer, revision.pointer, { old: key })
    } else compareCalled(context, from, to, here, 'callback', depth)
  }
  for (const [key, to] of after) {
    if (before.has(key)) continue
    context.note('callback-added', spotOf(name, `callback ${key}`), base.pointer, to.pointer, {
      new: key,
    })
  }
}

/** Compares the webhooks of two documents. */
export function compareWebhooks(context: Context): void {
  const before = webhooksOf(context.base)
  const after = webhooksOf(context.revision)
  for (const [key, from] of before) {
    const to = after.get(key)
    if (to === undefined) {
      const spot = spotOf(`webhook ${key}`, '')
      context.note('webhook-removed', spot, from.pointer, '/webhooks', { old: key })
    } else compareCalled(context, from, to, `webhook ${key}`, 'webhook', 0)
  }
  for (const [key, to] of after) {
    if (before.has(key)) continue
    const spot = spotOf(`webhook ${key}`, '')
    context.note('webhook-added', spot, '/webhooks', to.pointer, { new: key })
  }
}

function compareCalled(
  context: Context,
  base: Source,
  revision: Source,
  name: string,
  kind: 'callback' | 'webhook',
  depth: number,
): void {
  const before = operationsOf(base)
  const after = operationsOf(revision)
  for (const [method, from] of before) {
    const here = `${name} ${method.toUpperCase()}`
    const to = after.get(method)
    if (to === undefined) {
      const note = { old: method.toUpperCase() }
      context.note(`${kind}-removed`, spotOf(here, ''), from.pointer, revision.pointer, note)
      continue
    }
    compareOperation(context, {
      name: here,
      items: { base, revision },
      base: from,
      revision: to,
      templates: { base: [], revision: [] },
      reversed: true,
    })
    compareCallbacks(context, from, to, here, depth + 1)
  }
  for (const [method, to] of after) {
    if (before.has(method)) continue
    const here = `${name} ${method.toUpperCase()}`
    const note = { new: method.toUpperCase() }
    context.note(`${kind}-added`, spotOf(here, ''), base.pointer, to.pointer, note)
  }
}

function callbacksOf(document: SchemaDocument, operation: Source): ReadonlyMap<string, Source> {
  const found = new Map<string, Source>()
  for (const [name, raw] of Object.entries(ownObject(operation.raw, 'callbacks'))) {
    const pointer = step(operation.pointer, 'callbacks', name)
    const callback = settle(document, { raw, pointer })
    for (const [expression, item] of Object.entries(
      ownObject({ callback: callback.raw }, 'callback'),
    )) {
      if (expression.startsWith('x-')) continue
      const at = step(callback.pointer, expression)
      found.set(`${name} ${expression}`, settleItem(document, { raw: item, pointer: at }))
    }
  }
  return found
}

function webhooksOf(document: SchemaDocument): ReadonlyMap<string, Source> {
  return new Map(
    Object.entries(ownObject(document.root, 'webhooks')).map(([name, raw]) => [
      name,
      settleItem(document, { raw, pointer: step('', 'webhooks', name) }),
    ]),
  )
}

function spotOf(operation: string, place: string): Spot {
  return { operation, direction: 'response', place }
}
