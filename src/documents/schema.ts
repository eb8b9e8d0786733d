import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { EpochMs, Id, Page, QueryBoolean, Sha256, StringEnum } from '../contracts/wire.ts'

const closed = { additionalProperties: false } as const
const optionalText = Type.Optional(Type.String())
const Tags = Type.Array(Type.String())
const Revision = Type.Integer({ minimum: 0, description: 'Grows by one with every change.' })
const Status = StringEnum(['pending', 'processing', 'completed', 'failed'])

const Source = Type.Object(
  {
    contentHash: Type.Optional(Sha256),
    lastCheckedAt: Type.Optional(EpochMs),
    lastChangedAt: Type.Optional(EpochMs),
    lastRefreshError: Type.Optional(
      Type.Object({ code: Type.String(), message: Type.String(), at: EpochMs }, closed),
    ),
  },
  closed,
)

export const DocumentDetail = Type.Object(
  {
    id: Id,
    title: Type.String(),
    status: Status,
    isArchived: Type.Boolean(),
    createdAt: EpochMs,
    updatedAt: EpochMs,
    revision: Revision,
    currentVersion: Revision,
    contentHash: Sha256,
    lastChangedAt: EpochMs,
    etag: Type.String({ description: 'Opaque; send it back unchanged as `If-Match`.' }),
    content: optionalText,
    contentHtml: optionalText,
    rawHtml: optionalText,
    tags: Tags,
    sourceType: StringEnum(['text', 'scrape']),
    sourceUrl: optionalText,
    source: Type.Optional(Source),
    metadata: Type.Optional(Type.Object({}, { additionalProperties: true })),
    workspaceId: optionalText,
  },
  { $id: 'DocumentDetail', ...closed },
)
export type DocumentDetail = Static<typeof DocumentDetail>

export const DocumentListItem = Type.Object(
  {
    id: Id,
    title: Type.String(),
    status: Status,
    isArchived: Type.Boolean(),
    createdAt: EpochMs,
    updatedAt: EpochMs,
    revision: Revision,
    tags: Tags,
    sourceType: StringEnum(['text', 'scrape']),
    content: Type.Optional(Type.String({ description: 'The first 2,000 characters.' })),
  },
  { $id: 'DocumentListItem', ...closed },
)
export type DocumentListItem = Static<typeof DocumentListItem>

export const DocumentPage = Type.Object(
  { data: Type.Array(DocumentListItem), pagination: Page },
  { $id: 'DocumentPage', ...closed },
)

export const DocumentAck = Type.Object(
  {
    id: Id,
    title: Type.String(),
    revision: Revision,
    currentVersion: Revision,
    contentHash: Sha256,
    lastChangedAt: EpochMs,
    noop: Type.Boolean({ description: 'True when nothing differed and nothing was stored.' }),
    warnings: Type.Optional(Type.Array(Type.String())),
  },
  { $id: 'DocumentAck', ...closed },
)
export type DocumentAck = Static<typeof DocumentAck>

export const DocumentVersion = Type.Object(
  {
    id: Id,
    documentId: Id,
    version: Revision,
    title: Type.String(),
    content: Type.String(),
    contentHtml: optionalText,
    contentHash: Sha256,
    snapshotCompleteness: StringEnum(['complete', 'synthetic', 'legacy_partial']),
    actor: Type.Object({ kind: Type.String(), displayName: Type.String() }, closed),
    origin: Type.String(),
    changeLog: optionalText,
    userName: Type.String(),
    createdAt: EpochMs,
  },
  { $id: 'DocumentVersion', ...closed },
)
export type DocumentVersion = Static<typeof DocumentVersion>

export const Coordination = Type.Object(
  {
    documentId: Id,
    policy: StringEnum(['standard', 'lease_required']),
    fence: Type.Integer({ minimum: 0 }),
    lease: Type.Union([
      Type.Object(
        {
          expiresAt: EpochMs,
          heldByCaller: Type.Boolean(),
          leaseId: Type.Optional(Type.String({ description: 'For its holder only.' })),
        },
        closed,
      ),
      Type.Null(),
    ]),
  },
  { $id: 'Coordination', ...closed },
)
export type Coordination = Static<typeof Coordination>

export const LeaseGranted = Type.Object(
  { leaseId: Type.String(), fence: Type.Integer({ minimum: 1 }), expiresAt: EpochMs },
  closed,
)
export const LeaseReleased = Type.Object(
  { released: Type.Literal(true), fence: Type.Integer({ minimum: 0 }) },
  closed,
)

const clearable = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const Metadata = Type.Optional(Type.Object({}, { additionalProperties: true }))

export const CreateDocument = Type.Object({
  title: Type.String(),
  content: Type.String(),
  tags: Type.Optional(Tags),
  collectionIds: Type.Optional(Type.Array(Id)),
  workspaceId: optionalText,
  metadata: Metadata,
})
export type CreateDocument = Static<typeof CreateDocument>

export const PatchDocument = Type.Object({
  title: optionalText,
  content: optionalText,
  contentHtml: clearable,
  rawHtml: clearable,
  sourceUrl: clearable,
  metadata: Metadata,
  tags: Type.Optional(Tags),
  changeLog: optionalText,
  expectedRevision: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
})
export type PatchDocument = Static<typeof PatchDocument>

export const RestoreDocument = Type.Object({
  versionId: Id,
  expectedRevision: PatchDocument.properties.expectedRevision,
})
export type RestoreDocument = Static<typeof RestoreDocument>

export const LeaseRequest = Type.Object({
  action: StringEnum(['acquire', 'renew', 'release']),
  ttlMs: Type.Optional(Type.Number({ description: 'Default 60000, clamped to 1000..300000.' })),
})
export type LeaseRequest = Static<typeof LeaseRequest>

export const ListQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Default 20, at most 100.' })),
  cursor: optionalText,
  workspace: optionalText,
  collectionId: optionalText,
  status: Type.Optional(Status),
  search: Type.Optional(Type.String({ description: 'Substring of the title.' })),
  includeArchived: Type.Optional(QueryBoolean),
  includeContent: Type.Optional(QueryBoolean),
  tags: Type.Optional(
    Type.Union([Type.String(), Type.Array(Type.String())], {
      description: 'Comma-separated; items must carry all of them.',
    }),
  ),
})
export type ListQuery = Static<typeof ListQuery>

/** History of a document: pages end early where the texts are large. */
export const HistoryPage = Type.Object(
  { data: Type.Array(DocumentVersion), pagination: Page },
  { $id: 'DocumentHistoryPage', ...closed },
)

export const HistoryQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, description: 'At most 1,000, which is the default.' }),
  ),
  cursor: optionalText,
})
export type HistoryQuery = Static<typeof HistoryQuery>
