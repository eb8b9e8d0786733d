import { Type } from '@sinclair/typebox'
import { StringEnum } from '../contracts/wire.ts'

const closed = { additionalProperties: false } as const
const Flags = Type.Record(Type.String(), Type.Boolean())
const Link = Type.Object({ href: Type.String(), type: Type.Optional(Type.String()) }, closed)
const Links = Type.Optional(Type.Array(Link))

/** The Context Repo shape: groups of flags. */
export const McpCapabilities = Type.Object(
  { version: Type.String(), capabilities: Type.Record(Type.String(), Flags) },
  { $id: 'McpCapabilities', ...closed },
)

export const ContractSummary = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    version: Type.Integer(),
    status: StringEnum(['frozen', 'stable', 'experimental']),
    document: Type.String({ description: 'Path in the source tree.' }),
    sha256: Type.String({ description: 'Of the text with LF line ends.' }),
    href: Type.String(),
  },
  { $id: 'ContractSummary', ...closed },
)

export const ContractIndex = Type.Object(
  {
    contract_status: Type.Record(Type.String(), StringEnum(['frozen', 'stable', 'experimental'])),
    contract_versions: Type.Record(Type.String(), Type.Integer()),
    contracts: Type.Array(ContractSummary),
  },
  { $id: 'ContractIndex', ...closed },
)

export const ContractText = Type.Object(
  { ...ContractSummary.properties, markdown: Type.String() },
  { $id: 'ContractText', ...closed },
)

export const ApiCatalog = Type.Object(
  {
    linkset: Type.Array(
      Type.Object(
        {
          anchor: Type.String(),
          item: Links,
          'service-desc': Links,
          'service-doc': Links,
          'service-meta': Links,
          status: Links,
        },
        closed,
      ),
    ),
  },
  { $id: 'ApiCatalog', ...closed },
)

export const Readiness = Type.Object(
  {
    status: StringEnum(['ready', 'degraded', 'unavailable']),
    components: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          state: StringEnum(['ready', 'degraded', 'unavailable']),
          reason: Type.Optional(Type.String()),
          remedy: Type.Optional(Type.String()),
        },
        closed,
      ),
    ),
  },
  { $id: 'Readiness', ...closed },
)
