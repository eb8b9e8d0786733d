import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import type { Catalog } from './catalog.ts'
import { CONTRACT_DOCS } from './contract-docs.ts'
import type { Surface } from './inventory.ts'
import { VERSION } from './version.ts'
import { StringEnum } from './wire.ts'

const closed = { additionalProperties: false } as const
const Status = StringEnum(['supported', 'experimental', 'unsupported'])
const Maturity = StringEnum(['experimental', 'beta', 'stable'])
const Ids = Type.Array(Type.String())

/** `lectern capabilities --json` and `GET /v1/capabilities/manifest`. */
export const Manifest = Type.Object(
  {
    schemaVersion: Type.Literal('lectern.capabilities.v1'),
    package: Type.Object({ name: Type.String(), version: Type.String() }, closed),
    product: Type.Object({ name: Type.String(), version: Type.String() }, closed),
    capabilities: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'Names behaviour; the same id on every surface.' }),
          title: Type.String(),
          status: Status,
          stability: StringEnum(['frozen', 'stable', 'experimental']),
          contract: Type.String(),
          requires: Ids,
          surfaces: Ids,
        },
        closed,
      ),
    ),
    formats: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          title: Type.String(),
          status: Status,
          extractorIds: Ids,
          extensions: Ids,
          maturity: Type.Optional(Maturity),
        },
        closed,
      ),
    ),
    surfaces: Type.Array(
      Type.Object(
        {
          id: StringEnum(['cli', 'mcp', 'rest', 'sse', 'plugin', 'ci']),
          status: Status,
          entryPoints: Type.Array(
            Type.Object({ name: Type.String(), capability: Type.String() }, closed),
          ),
          capabilities: Ids,
        },
        closed,
      ),
    ),
    compatibility: Type.Object(
      {
        schemaMajor: Type.Integer(),
        unknownFields: Type.Literal('ignore'),
        unknownIdentifiers: Type.Literal('ignore'),
        unlisted: Type.Literal('unsupported'),
        unknownSchemaMajor: Type.Literal('reject'),
        status: Type.Literal('never-promote'),
      },
      closed,
    ),
  },
  { $id: 'Manifest', ...closed },
)
export type Manifest = Static<typeof Manifest>

export type Maturity = Static<typeof Maturity>

/** One kind of file that can be taken in, and what reads it. */
export interface Format {
  readonly id: string
  readonly title: string
  readonly status: Static<typeof Status>
  readonly extractorIds: readonly string[]
  readonly extensions: readonly string[]
}

export interface ManifestInput {
  readonly catalog: Catalog
  readonly surfaces: readonly Surface[]
  readonly formats: readonly Format[]
  /** Extractor id → measured level, from `benchmarks/thresholds.json`. */
  readonly levels: Readonly<Record<string, Maturity>>
}

const SURFACE_IDS = ['cli', 'mcp', 'rest', 'sse', 'plugin', 'ci'] as const
const LEVELS = ['experimental', 'beta', 'stable'] as const

/** The manifest of this build; the same input gives the same bytes. */
export function buildManifest(input: ManifestInput): Manifest {
  const { catalog, surfaces } = input
  return {
    schemaVersion: 'lectern.capabilities.v1',
    package: { name: 'lectern', version: VERSION },
    product: { name: 'Lectern', version: VERSION },
    capabilities: [...catalog.capabilities.values()].map((entry) => ({
      id: entry.id,
      title: entry.title,
      status: entry.status,
      stability: CONTRACT_DOCS[entry.contract].status,
      contract: entry.contract,
      requires: [...(entry.requires ?? [])],
      surfaces: SURFACE_IDS.filter((id) =>
        surfaces.some(({ kind, capability }) => kind === id && capability === entry.id),
      ),
    })),
    formats: input.formats.map((format) => {
      const maturity = lowest(format.extractorIds.map((id) => input.levels[id]))
      return {
        id: format.id,
        title: format.title,
        status: format.status,
        extractorIds: [...format.extractorIds],
        extensions: [...format.extensions],
        ...(maturity === undefined ? {} : { maturity }),
      }
    }),
    surfaces: SURFACE_IDS.map((id) => {
      const own = surfaces.filter(({ kind }) => kind === id)
      return {
        id,
        status: own.length > 0 ? ('supported' as const) : ('unsupported' as const),
        entryPoints: own.map(({ entryPoint, capability }) => ({ name: entryPoint, capability })),
        capabilities: [...new Set(own.map(({ capability }) => capability))].sort(),
      }
    }),
    compatibility: {
      schemaMajor: 1,
      unknownFields: 'ignore',
      unknownIdentifiers: 'ignore',
      unlisted: 'unsupported',
      unknownSchemaMajor: 'reject',
      status: 'never-promote',
    },
  }
}

// A format is only as mature as its least mature extractor; one without a level has none.
function lowest(levels: readonly (Maturity | undefined)[]): Maturity | undefined {
  if (levels.length === 0 || levels.includes(undefined)) return undefined
  return LEVELS.find((level) => levels.includes(level))
}

/** The exact bytes that every surface prints. */
export const manifestBytes = (manifest: Manifest): string =>
  `${JSON.stringify(manifest, null, 2)}\n`
