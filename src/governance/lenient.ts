import { objectOf } from './operations.ts'

/**
 * The schema as a consumer must read it: fields it does not know are ignored, and so are ids of things it does
 * not know. Vocabularies of status stay closed, because a new word there is a new major version.
 */
export function lenient(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(lenient)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema)
    .filter(([key]) => key !== 'additionalProperties')
    .map(([key, value]) => [key, key === 'properties' ? openIds(value) : lenient(value)])
  return Object.fromEntries(entries)
}

function openIds(properties: unknown): unknown {
  return Object.fromEntries(
    Object.entries(objectOf(properties)).map(([name, schema]) => [
      name,
      name === 'id' ? { ...withoutEnum(schema) } : lenient(schema),
    ]),
  )
}

function withoutEnum(schema: unknown): object {
  const { enum: _names, ...open } = objectOf(schema)
  return open
}
