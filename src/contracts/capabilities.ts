import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import type { Catalog } from './catalog.ts'
import { CONTRACT_DOCS, contractStatuses, contractVersions } from './contract-docs.ts'
import { DEFAULT_PERSONA, PERSONAS } from './personas.ts'
import { VERSION } from './version.ts'
import { StringEnum } from './wire.ts'

const closed = { additionalProperties: false } as const
const Names = Type.Array(Type.String())

/** `GET /v1/capabilities`: exactly these eleven keys, in this order. */
export const CapabilitiesDocument = Type.Object(
  {
    contract_version: Type.Integer({ description: "This contract's version." }),
    server: Type.Object(
      {
        name: Type.String(),
        version: Type.String({ description: 'The running release.' }),
        persona: Type.String({ description: 'The active context persona.' }),
      },
      closed,
    ),
    plane: StringEnum(['personal', 'team', 'cloud']),
    transports: Type.Array(StringEnum(['stdio-mcp', 'http-mcp', 'rest', 'sse'])),
    presets: Names,
    read_modes: Type.Object({ count: Type.Integer(), modes: Names }, closed),
    tools: Type.Object({ total: Type.Integer(), names: Names }, closed),
    features: Type.Record(Type.String(), Type.Boolean()),
    extensions: Type.Object(
      {
        plugins: Type.Array(
          Type.Object({ name: Type.String(), version: Type.String(), permissions: Names }, closed),
        ),
        tools: Type.Array(Type.Object({ name: Type.String(), plugin: Type.String() }, closed)),
        read_modes: Names,
        compressors: Names,
        chunkers: Names,
      },
      closed,
    ),
    contracts: Type.Record(Type.String(), Type.Integer()),
    contract_status: Type.Record(Type.String(), StringEnum(['frozen', 'stable', 'experimental'])),
  },
  { $id: 'CapabilitiesDocument', ...closed },
)
export type CapabilitiesDocument = Static<typeof CapabilitiesDocument>

/** Flags that the contract names; each is true only while a room here stands behind it. */
export const SEED_FLAGS = [
  'compression',
  'caching',
  'knowledge',
  'session',
  'gateway',
  'sensitivity_floor',
  'savings_ledger',
  'audit_trail',
  'routing',
  'ast_compression',
  'semantic_search',
  'http_server',
  'gateway_server',
  'team_server',
  'cloud_server',
] as const

export interface CapabilitiesInput {
  readonly catalog: Catalog
  /** Ids that have a surface in this process. */
  readonly served: ReadonlySet<string>
  readonly plane: CapabilitiesDocument['plane']
  readonly transports: CapabilitiesDocument['transports']
  readonly readModes: readonly string[]
  readonly tools: readonly string[]
  readonly extensions: CapabilitiesDocument['extensions']
}

/** The document of this process: no time, host or counter is in it, so equal input gives equal bytes. */
export function buildCapabilities(input: CapabilitiesInput): CapabilitiesDocument {
  return {
    contract_version: CONTRACT_DOCS.capabilities.version,
    server: { name: 'lectern', version: VERSION, persona: DEFAULT_PERSONA },
    plane: input.plane,
    transports: [...input.transports],
    presets: [...PERSONAS],
    read_modes: { count: input.readModes.length, modes: [...input.readModes] },
    tools: { total: input.tools.length, names: [...input.tools] },
    features: flagsOf(input),
    extensions: input.extensions,
    contracts: contractVersions(),
    contract_status: contractStatuses(),
  }
}

function flagsOf({ catalog, served }: CapabilitiesInput): Record<string, boolean> {
  const works = (flag: string): boolean => {
    const needs = catalog.flags.get(flag) ?? []
    return needs.length > 0 && needs.every((id) => served.has(id))
  }
  const own = [...catalog.flags.keys()].filter((flag) => !SEED_FLAGS.some((name) => name === flag))
  return Object.fromEntries([...SEED_FLAGS, ...own].map((flag) => [flag, works(flag)]))
}
