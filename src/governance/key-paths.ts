import type { Json } from './facts.ts'
import { objectOf } from './operations.ts'

/** `server`, `server.name`, `extensions.plugins[].name`: every key that a schema spells out, in its order. */
export function keyPathsOfSchema(schema: unknown, prefix = ''): readonly string[] {
  const node = objectOf(schema)
  if (node.type === 'array') return keyPathsOfSchema(node.items, `${prefix}[]`)
  return Object.entries(objectOf(node.properties)).flatMap(([key, child]) => {
    const path = prefix === '' ? key : `${prefix}.${key}`
    return [path, ...keyPathsOfSchema(child, path)]
  })
}

/** The same paths of a value; arrays give the keys of all their items. */
export function keyPathsOfValue(value: unknown, prefix = ''): readonly string[] {
  if (Array.isArray(value)) {
    return [...new Set(value.flatMap((item) => keyPathsOfValue(item, `${prefix}[]`)))]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value as Json).flatMap(([key, child]) => {
    const path = prefix === '' ? key : `${prefix}.${key}`
    return [path, ...keyPathsOfValue(child, path)]
  })
}
