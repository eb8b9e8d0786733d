import { canonicalJson } from '../lib/canonical-json.ts'

/** The first place where two JSON values part, in canonical order. */
export interface Difference {
  readonly pointer: string
  readonly text: string
  /** The operation the place lies in, or the document. */
  readonly subject: string
}

const LONGEST = 60

/** Where two different values part first; the root when they are equal. */
export function firstDifference(before: unknown, after: unknown): Difference {
  const path = walk(before, after, [])
  const [old, next] = [at(before, path), at(after, path)]
  const pointer = path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  return { pointer: pointer || '/', text: `${show(old)} → ${show(next)}`, subject: subjectOf(path) }
}

function walk(before: unknown, after: unknown, path: readonly string[]): readonly string[] {
  if (!isObject(before) || !isObject(after)) return path
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  for (const key of keys) {
    const [old, next] = [before[key], after[key]]
    if (old === undefined || next === undefined) return [...path, key]
    if (canonicalJson(old) !== canonicalJson(next)) return walk(old, next, [...path, key])
  }
  return path
}

function at(value: unknown, path: readonly string[]): unknown {
  let node = value
  for (const key of path) node = isObject(node) ? node[key] : undefined
  return node
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = canonicalJson(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

function subjectOf([root, path, method]: readonly string[]): string {
  return root === 'paths' && path !== undefined
    ? `${method === undefined ? '' : `${method.toUpperCase()} `}${path}`
    : 'OpenAPI document'
}
