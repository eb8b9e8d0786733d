import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { StringEnum } from '../../contracts/wire.ts'

const closed = { additionalProperties: false } as const

/** `lectern import`. */
export const ImportOutput = Type.Object(
  {
    schemaVersion: Type.Literal('lectern.import.v1'),
    dryRun: Type.Boolean({ description: 'True when nothing was written.' }),
    imported: Type.Array(
      Type.Object(
        {
          path: Type.String(),
          title: Type.String(),
          bytes: Type.Integer({ minimum: 0, description: 'UTF-8 size of the text.' }),
          outcome: StringEnum(['created', 'updated', 'unchanged', 'found'], {
            description: '`found` in a dry run, which asks no server.',
          }),
          id: Type.Optional(Type.String({ description: 'The document; absent in a dry run.' })),
        },
        closed,
      ),
    ),
    skipped: Type.Array(
      Type.Object(
        {
          path: Type.String(),
          reason: Type.String({ pattern: '^[a-z][a-z0-9-]*$' }),
          message: Type.String(),
        },
        closed,
      ),
    ),
    failed: Type.Array(
      Type.Object(
        {
          path: Type.String(),
          reason: Type.String({ pattern: '^[a-z][a-z0-9-]*$' }),
          message: Type.String(),
        },
        closed,
      ),
    ),
  },
  closed,
)
export type ImportOutput = Static<typeof ImportOutput>

const Hit = Type.Object(
  {
    type: StringEnum(['document', 'prompt', 'collection']),
    id: Type.String(),
    title: Type.String(),
    tags: Type.Array(Type.String()),
    description: Type.Optional(Type.String()),
    highlight: Type.Optional(Type.String({ description: 'The passage around the match.' })),
    chunkId: Type.Optional(Type.String({ description: 'The passage, for reading around it.' })),
  },
  closed,
)

/** `lectern search`. */
export const SearchOutput = Type.Object(
  {
    schemaVersion: Type.Literal('lectern.search.v1'),
    query: Type.String(),
    mode: StringEnum(['literal']),
    hits: Type.Array(Hit),
  },
  closed,
)
export type SearchOutput = Static<typeof SearchOutput>
