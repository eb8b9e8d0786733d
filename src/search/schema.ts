import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { Id, StringEnum } from '../contracts/wire.ts'

const closed = { additionalProperties: false } as const
const Tags = Type.Array(Type.String())

export const DocumentHit = Type.Object(
  {
    documentId: Id,
    title: Type.String(),
    tags: Tags,
    highlight: Type.Optional(
      Type.String({
        description: 'The passage around a match in the body; absent when the title matched.',
      }),
    ),
  },
  { $id: 'DocumentHit', ...closed },
)
export type DocumentHit = Static<typeof DocumentHit>

export const PromptHit = Type.Object(
  {
    promptId: Id,
    title: Type.String(),
    description: Type.String(),
    tags: Tags,
    highlight: Type.Optional(Type.String()),
  },
  { $id: 'PromptHit', ...closed },
)
export type PromptHit = Static<typeof PromptHit>

export const CollectionHit = Type.Object(
  { collectionId: Id, name: Type.String(), description: Type.String(), tags: Tags },
  { $id: 'CollectionHit', ...closed },
)
export type CollectionHit = Static<typeof CollectionHit>

export const SearchResult = Type.Object(
  {
    data: Type.Object(
      {
        documents: Type.Array(DocumentHit),
        prompts: Type.Array(PromptHit),
        collections: Type.Array(CollectionHit),
      },
      closed,
    ),
    meta: Type.Object(
      {
        query: Type.String(),
        semantic: Type.Boolean({
          description: 'Whether the answer is semantic, whatever was asked for.',
        }),
        mode: StringEnum(['literal']),
        degraded: Type.Optional(
          Type.Object(
            { reason: Type.String(), message: Type.String() },
            { ...closed, description: 'Why the answer is less than what was asked for.' },
          ),
        ),
      },
      closed,
    ),
  },
  { $id: 'SearchResult', ...closed },
)
export type SearchResult = Static<typeof SearchResult>

export const SearchQuery = Type.Object({
  q: Type.Optional(Type.String()),
  query: Type.Optional(Type.String()),
  type: Type.Optional(StringEnum(['prompts', 'documents', 'collections', 'all'])),
  semantic: Type.Optional(
    Type.String({ description: '`false` asks for literal matching; anything else for semantic.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Default 10, at most 50.' })),
  scoreThreshold: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'Applies to semantic scores.' }),
  ),
  tags: Type.Optional(
    Type.Union([Type.String(), Type.Array(Type.String())], {
      description: 'Comma-separated; items must carry all of them.',
    }),
  ),
  workspace: Type.Optional(Type.String()),
})
export type SearchQuery = Static<typeof SearchQuery>
