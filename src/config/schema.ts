import type { Static, TSchema } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import type { LimitName } from '../contracts/limits.ts'
import { LIMITS } from '../contracts/limits.ts'
import { StringEnum } from '../contracts/wire.ts'
import { LOG_LEVELS, SETTINGS } from './settings.ts'

const milliseconds = { minimum: 100, maximum: 3_600_000 } as const

// Where the unit is not a size, the title says it already.
const SIZES = ['bytes', 'code points', 'levels'] as const

const limits = Object.fromEntries(
  Object.entries(LIMITS).map(([name, { value, unit, title }]) => [
    name,
    Type.Integer({
      minimum: 1,
      maximum: 2 ** 31 - 1,
      default: value,
      description: SIZES.some((size) => size === unit) ? `${title}, in ${unit}.` : `${title}.`,
    }),
  ]),
  // One integer for each entry of LIMITS.
) as Record<LimitName, ReturnType<typeof Type.Integer>>

/** Everything that can be set about an instance, with its bounds, default and description. */
export const ConfigSchema = Type.Object(
  {
    host: Type.String({ ...about('host'), pattern: '^[A-Za-z0-9._:-]+$' }),
    port: Type.Integer({ ...about('port'), minimum: 0, maximum: 65_535 }),
    dataDir: Type.String({ ...about('dataDir'), minLength: 1 }),
    store: Type.String({ ...about('store'), pattern: '^(sqlite:|postgres(ql)?://.+)$' }),
    requireAuth: Type.Boolean(about('requireAuth')),
    allowedHosts: Type.Array(Type.String({ pattern: '^([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])$' }), {
      ...about('allowedHosts'),
    }),
    allowedOrigins: Type.Array(Type.String({ pattern: '^https?://[^/?#]+$' }), {
      ...about('allowedOrigins'),
    }),
    logLevel: StringEnum(LOG_LEVELS, about('logLevel')),
    headersTimeoutMs: Type.Integer({ ...about('headersTimeoutMs'), ...milliseconds }),
    requestTimeoutMs: Type.Integer({ ...about('requestTimeoutMs'), ...milliseconds }),
    handlerTimeoutMs: Type.Integer({ ...about('handlerTimeoutMs'), ...milliseconds }),
    keepAliveTimeoutMs: Type.Integer({ ...about('keepAliveTimeoutMs'), ...milliseconds }),
    limits: Type.Object(limits, { additionalProperties: false }),
  },
  { additionalProperties: false },
)
export type ConfigValues = Static<typeof ConfigSchema>

/** One setting by its dotted path. */
export interface Leaf {
  readonly path: string
  readonly schema: TSchema
}

/** Every setting, the limits as `limits.<name>`, in the order of the reference page. */
export const LEAVES: readonly Leaf[] = Object.entries(ConfigSchema.properties).flatMap(
  ([name, schema]) =>
    name === 'limits'
      ? Object.entries(limits).map(([limit, leaf]) => ({ path: `limits.${limit}`, schema: leaf }))
      : [{ path: name, schema: schema as TSchema }],
)

function about<const N extends keyof typeof SETTINGS>(name: N) {
  const setting: {
    readonly description: string
    readonly default: (typeof SETTINGS)[N]['default']
  } = SETTINGS[name]
  return { description: setting.description, default: setting.default }
}
