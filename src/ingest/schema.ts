import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { Id, StringEnum } from '../contracts/wire.ts'

const closed = { additionalProperties: false } as const

/** Most files of one request; more go into the next. */
export const MAX_FILES = 100
/** Most characters of a file's path. */
export const MAX_PATH = 1024

export const ImportRequest = Type.Object({
  files: Type.Array(
    Type.Object({
      path: Type.String({
        minLength: 1,
        maxLength: MAX_PATH,
        description: 'What the file is known by at the next import; its ending says its format.',
      }),
      content: Type.String({ description: 'The text, kept as it is.' }),
      tags: Type.Optional(Type.Array(Type.String())),
    }),
    { minItems: 1, maxItems: MAX_FILES },
  ),
})
export type ImportRequest = Static<typeof ImportRequest>

export const ImportedFile = Type.Object(
  {
    path: Type.String(),
    outcome: StringEnum(['created', 'updated', 'unchanged', 'failed']),
    id: Type.Optional(Id),
    title: Type.Optional(Type.String()),
    reason: Type.Optional(
      Type.String({ description: 'Why it failed; the same as an error reason.' }),
    ),
    message: Type.Optional(Type.String()),
  },
  { $id: 'ImportedFile', ...closed },
)
export type ImportedFile = Static<typeof ImportedFile>

export const ImportResult = Type.Object(
  { data: Type.Object({ files: Type.Array(ImportedFile) }, closed) },
  { $id: 'ImportResult', ...closed },
)
