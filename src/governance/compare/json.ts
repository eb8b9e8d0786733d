import { createHash } from 'node:crypto'

/** A JSON object whose values have not been looked at yet. */
export type JsonObject = { readonly [key: string]: unknown }

/** True for a JSON object: not null, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads an own key only, so a document cannot reach what its prototype has. */
export function own(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** An own key that holds an object, or an empty one. */
export function ownObject(value: unknown, key: string): JsonObject {
  const found = own(value, key)
  return isObject(found) ? found : {}
}

/** An own key that holds an array, or an empty one. */
export function ownArray(value: unknown, key: string): readonly unknown[] {
  const found = own(value, key)
  return Array.isArray(found) ? found : []
}

/** An own key that holds text, or undefined. */
export function ownString(value: unknown, key: string): string | undefined {
  const found = own(value, key)
  return typeof found === 'string' ? found : undefined
}

/** An own key that holds a finite number, or undefined. */
export function ownNumber(value: unknown, key: string): number | undefined {
  const found = own(value, key)
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined
}

const DEEPEST_VALUE = 64

/** JSON text with sorted keys; what lies deeper than 64 levels is cut, never recursed into. */
export function canonical(value: unknown, depth = 0): string {
  if (value === undefined) return ''
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (depth >= DEEPEST_VALUE) return '"…"'
  if (Array.isArray(value)) {
    return `[${value.map((item) => canonical(item, depth + 1)).join(',')}]`
  }
  const entries = Object.entries(value)
    .sort(([left], [right]) => compareText(left, right))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item, depth + 1)}`)
  return `{${entries.join(',')}}`
}

/** Order by code unit, the same on every machine and in every locale. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

/** One more step of a JSON pointer. */
export function step(pointer: string, ...keys: readonly (string | number)[]): string {
  let longer = pointer
  for (const key of keys) {
    longer += `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
  }
  return longer
}

/** Eight hexadecimal digits that stand for a text. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
