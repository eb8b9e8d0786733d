/** The value with every object's keys in code-unit order; arrays keep theirs. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return Object.fromEntries(entries.map(([key, child]) => [key, sortKeys(child)]))
}

/** JSON that is the same bytes for the same value, whatever order its keys were added in. */
export const canonicalJson = (value: unknown, indent?: number): string =>
  JSON.stringify(sortKeys(value), null, indent)
