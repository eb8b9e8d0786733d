import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { EpochMs, Id, Page, QueryBoolean, StringEnum } from '../contracts/wire.ts'

const closed = { additionalProperties: false } as const
const optionalText = Type.Optional(Type.String())
const Tags = Type.Array(Type.String())
const Colour = Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', description: 'Such as `#3b82f6`.' })
const Icon = Type.String({ maxLength: 64, description: 'An emoji.' })

const listed = {
  id: Id,
  name: Type.String(),
  description: Type.String(),
  color: Type.Optional(Colour),
  icon: Type.Optional(Icon),
  isPublic: Type.Boolean(),
  tags: Tags,
  itemCount: Type.Integer({ minimum: 0 }),
  lastActivityAt: EpochMs,
}

export const CollectionListItem = Type.Object(listed, { $id: 'CollectionListItem', ...closed })
export type CollectionListItem = Static<typeof CollectionListItem>

export const CollectionPage = Type.Object(
  { data: Type.Array(CollectionListItem), pagination: Page },
  { $id: 'CollectionPage', ...closed },
)

export const Collection = Type.Object(
  {
    ...listed,
    parentCollectionId: Type.Optional(Id),
    createdAt: EpochMs,
    updatedAt: EpochMs,
  },
  { $id: 'Collection', ...closed },
)
export type Collection = Static<typeof Collection>

const ItemKind = StringEnum(['document', 'prompt'])
export type ItemKind = Static<typeof ItemKind>

export const CollectionItem = Type.Object(
  {
    itemType: ItemKind,
    itemId: Id,
    title: Type.String(),
    summary: Type.Union([Type.String(), Type.Null()]),
    content: Type.Optional(Type.String()),
  },
  { $id: 'CollectionItem', ...closed },
)
export type CollectionItem = Static<typeof CollectionItem>

export const CollectionItemPage = Type.Object(
  { data: Type.Array(CollectionItem), pagination: Page },
  { $id: 'CollectionItemPage', ...closed },
)

export const CreateCollection = Type.Object({
  name: Type.String(),
  description: optionalText,
  color: Type.Optional(Colour),
  icon: Type.Optional(Icon),
  workspaceId: optionalText,
  parentCollectionId: Type.Optional(Id),
  tags: Type.Optional(Tags),
})
export type CreateCollection = Static<typeof CreateCollection>

export const PatchCollection = Type.Object({
  name: optionalText,
  description: optionalText,
  color: Type.Optional(Colour),
  icon: Type.Optional(Icon),
  isPublic: Type.Optional(Type.Boolean()),
  parentCollectionId: Type.Optional(
    Type.Unknown({ description: 'Refused: the parent is set at creation only.' }),
  ),
  tags: Type.Optional(Tags),
})
export type PatchCollection = Static<typeof PatchCollection>

export const ItemsRequest = Type.Object({
  itemIds: Type.Array(Id, { minItems: 1, maxItems: 1000 }),
  itemType: ItemKind,
})
export type ItemsRequest = Static<typeof ItemsRequest>

export const ItemsAdded = Type.Object(
  { added: Type.Integer(), alreadyInCollection: Type.Integer() },
  closed,
)
export const ItemsRemoved = Type.Object({ removed: Type.Integer() }, closed)

export const CollectionQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Default 20, at most 100.' })),
  cursor: optionalText,
  search: Type.Optional(Type.String({ description: 'Substring of name or description.' })),
  workspace: optionalText,
  tags: Type.Optional(
    Type.Union([Type.String(), Type.Array(Type.String())], {
      description: 'Comma-separated; items must carry all of them.',
    }),
  ),
})
export type CollectionQuery = Static<typeof CollectionQuery>

export const ItemsQuery = Type.Object({
  limit: CollectionQuery.properties.limit,
  cursor: optionalText,
  includeContent: Type.Optional(QueryBoolean),
})
export type ItemsQuery = Static<typeof ItemsQuery>
