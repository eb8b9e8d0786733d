import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { AppError } from '../contracts/errors.ts'
import { configErrors } from './errors.ts'
import type { ConfigValues } from './schema.ts'
import { LEAVES } from './schema.ts'
import type { Given, Layer } from './sources.ts'

/** Defaults below everything that was given, later layers over earlier ones; refuses the first bad value. */
export function mergeLayers(layers: readonly Layer[]): {
  readonly values: ConfigValues
  readonly origins: ReadonlyMap<string, string>
} {
  const values: Record<string, unknown> = {}
  const limits: Record<string, unknown> = {}
  const origins = new Map<string, string>()
  for (const { path, schema } of LEAVES) {
    const given = layers.findLast((layer) => layer.has(path))?.get(path)
    if (given !== undefined) {
      if (!accepts(schema, given.value)) throw refuse(path, schema, given)
      origins.set(path, given.from)
    }
    const value = given === undefined ? structuredClone(schema.default) : given.value
    if (path.startsWith('limits.')) limits[path.slice('limits.'.length)] = value
    else values[path] = value
  }
  // Every leaf has just been checked against its part of the schema.
  const merged = { ...values, limits } as unknown as ConfigValues
  checkTogether(merged)
  return { values: merged, origins }
}

// TypeBox does not check `StringEnum`, which is JSON Schema of our own.
const accepts = (schema: TSchema, value: unknown): boolean =>
  Array.isArray(schema.enum) ? schema.enum.includes(value) : Value.Check(schema, value)

/** What one value may not say, two can still contradict. */
function checkTogether(values: ConfigValues): void {
  if (values.headersTimeoutMs > values.requestTimeoutMs) {
    throw configErrors.invalid_config({
      message: `headersTimeoutMs (${values.headersTimeoutMs}) is longer than requestTimeoutMs (${values.requestTimeoutMs}); the headers are part of the request, so make it at most as long.`,
      details: { setting: 'headersTimeoutMs' },
    })
  }
  const { documentBytes = 0, bodyBytes = 0 } = values.limits
  if (documentBytes > bodyBytes) {
    throw configErrors.invalid_config({
      message: `limits.documentBytes (${documentBytes}) is more than limits.bodyBytes (${bodyBytes}), so a document of that size could not be sent; raise the one or lower the other.`,
      details: { setting: 'limits.documentBytes' },
    })
  }
}

function refuse(path: string, schema: TSchema, { value, from }: Given): AppError {
  const item =
    schema.type === 'array' && Array.isArray(value) ? badItem(schema.items, value) : value
  return configErrors.invalid_config({
    message: `The setting ${path} (from ${from}) must be ${wanted(schema)}, not ${shown(path, item)}.`,
    details: { setting: path, from },
  })
}

const badItem = (items: TSchema, value: readonly unknown[]): unknown =>
  value.find((item) => !Value.Check(items, item))

function wanted(schema: TSchema): string {
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.join(', ')}`
  switch (schema.type) {
    case 'integer':
      return `a whole number from ${schema.minimum} to ${schema.maximum}`
    case 'boolean':
      return 'true or false'
    case 'array':
      return `a list of ${String(schema.items.pattern).startsWith('^https?') ? 'origins such as https://example.org (scheme and host, no path)' : 'host names without scheme and port'}`
    default:
      return SHAPES[String(schema.pattern)] ?? 'a text that is not empty'
  }
}

const SHAPES: Readonly<Record<string, string>> = {
  '^[A-Za-z0-9._:-]+$': 'a host name or an IP address',
  '^(sqlite:|postgres(ql)?://.+)$': '`sqlite:` or a postgres:// URL',
}

// The store's URL can carry a password, so its value is never repeated.
function shown(path: string, value: unknown): string {
  if (path === 'store') return 'what was given'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `\`${String(text).slice(0, 100)}\``
}
