import { settle } from './context.ts'
import type { SchemaDocument, Source } from './document.ts'
import { isObject, own, ownObject, step } from './json.ts'

/** The methods that OpenAPI knows, in the order it lists them. */
const METHODS = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
] as const

/** A path with its parameters counted instead of named. */
export interface PathEntry {
  readonly path: string
  readonly shape: string
  readonly parameters: readonly string[]
  readonly item: Source
}

const PARAMETER = /\{([^{}]*)\}/g

/** The paths of a document; two that differ only in parameter names have the same shape. */
export function pathsOf(document: SchemaDocument, prefix = ''): readonly PathEntry[] {
  const entries: PathEntry[] = []
  for (const [path, raw] of Object.entries(ownObject(document.root, 'paths'))) {
    if (!path.startsWith('/')) continue
    const item = settleItem(document, { raw, pointer: step('', 'paths', path) })
    const parameters = [...path.matchAll(PARAMETER)].map((match) => match[1] ?? '')
    entries.push({ path, shape: shapeOf(path, prefix), parameters, item })
  }
  return entries
}

function shapeOf(path: string, prefix: string): string {
  const rest = prefix !== '' && path.startsWith(prefix) ? path.slice(prefix.length) : path
  const shape = rest.replaceAll(PARAMETER, '{}')
  return shape.length > 1 && shape.endsWith('/') ? shape.slice(0, -1) : shape || '/'
}

/** Follows a path item's reference and keeps what stands beside it. */
export function settleItem(document: SchemaDocument, source: Source): Source {
  const target = settle(document, source)
  if (target.raw === source.raw || !isObject(source.raw) || !isObject(target.raw)) return target
  const { $ref: _reference, ...beside } = source.raw
  return { raw: { ...target.raw, ...beside }, pointer: target.pointer }
}

/** The operations of a path item by method. */
export function operationsOf(item: Source): ReadonlyMap<string, Source> {
  const found = new Map<string, Source>()
  for (const method of METHODS) {
    const raw = own(item.raw, method)
    if (isObject(raw)) found.set(method, { raw, pointer: step(item.pointer, method) })
  }
  return found
}
