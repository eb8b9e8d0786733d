import { SchemaDocument } from './document.ts'
import { finish } from './findings.ts'
import type { Direction } from './levels.ts'
import { SchemaComparison } from './schema-drafts.ts'
import type { Comparison } from './types.ts'

/** Which way the values of a plain JSON Schema travel, and whether risky findings fail. */
export interface JsonSchemaOptions {
  readonly direction: Direction | 'both'
  readonly strict?: boolean
}

/** Compares two JSON Schemas as what a client sends, as what it gets, or as both. */
export function compareJsonSchema(
  base: unknown,
  revision: unknown,
  { direction, strict = false }: JsonSchemaOptions,
): Comparison {
  const comparison = new SchemaComparison(
    new SchemaDocument('base', base, true),
    new SchemaDocument('revision', revision, true),
  )
  const directions: readonly Direction[] =
    direction === 'both' ? ['request', 'response'] : [direction]
  const drafts = directions.flatMap((one) =>
    comparison.compare(
      { raw: base, pointer: '' },
      { raw: revision, pointer: '' },
      { operation: 'schema', direction: one, place: '' },
      one,
      'json',
    ),
  )
  const findings = finish(drafts)
  return {
    findings,
    compared: { operations: 0, ...comparison.compared },
    failed: findings.some(({ level }) => level === 'breaking' || (strict && level === 'risky')),
  }
}
