import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { Id, Page, QueryBoolean, StringEnum } from '../contracts/wire.ts'

const closed = { additionalProperties: false } as const
const optionalText = Type.Optional(Type.String())
const Tags = Type.Array(Type.String())
const Version = Type.Integer({ minimum: 0 })
const Stats = Type.Object(
  { views: Type.Integer({ minimum: 0 }), copies: Type.Integer({ minimum: 0 }) },
  closed,
)

const Variable = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 128 }),
  type: StringEnum(['string', 'number', 'boolean']),
  description: optionalText,
})
export type Variable = Static<typeof Variable>

const Parameters = Type.Object({
  temperature: Type.Optional(Type.Number()),
  maxTokens: Type.Optional(Type.Integer()),
})
export type Parameters = Static<typeof Parameters>

const listed = {
  id: Id,
  title: Type.String(),
  description: Type.String(),
  content: Type.String(),
  isPublic: Type.Boolean(),
  currentVersion: Version,
  tags: Tags,
  stats: Stats,
}

/** A row of the list. */
export const PromptListItem = Type.Object(listed, { $id: 'PromptListItem', ...closed })
export type PromptListItem = Static<typeof PromptListItem>

export const PromptPage = Type.Object(
  { data: Type.Array(PromptListItem), pagination: Page },
  { $id: 'PromptPage', ...closed },
)

const { tags: _tags, ...untagged } = listed

/** What restoring answers: everything but the tags. */
export const RestoredPrompt = Type.Object(
  { ...untagged, isArchived: Type.Boolean() },
  { $id: 'RestoredPrompt', ...closed },
)
export type RestoredPrompt = Static<typeof RestoredPrompt>

/** What creating and changing answer. */
export const Prompt = Type.Object(
  { ...listed, isArchived: Type.Boolean() },
  { $id: 'Prompt', ...closed },
)
export type Prompt = Static<typeof Prompt>

export const PromptDetail = Type.Object(
  {
    ...Prompt.properties,
    variables: Type.Array(Type.Object({ ...Variable.properties }, closed)),
    parameters: Type.Optional(Type.Object({ ...Parameters.properties }, closed)),
  },
  { $id: 'PromptDetail', ...closed },
)
export type PromptDetail = Static<typeof PromptDetail>

export const PromptVersion = Type.Object(
  {
    id: Id,
    version: Version,
    content: Type.String({ description: 'At most 200 characters, then `...` when there is more.' }),
    changeLog: optionalText,
    userName: Type.String(),
  },
  { $id: 'PromptVersion', ...closed },
)
export type PromptVersion = Static<typeof PromptVersion>

export const CreatePrompt = Type.Object({
  title: Type.String(),
  description: Type.String(),
  content: Type.String(),
  parameters: Type.Optional(Parameters),
  variables: Type.Optional(Type.Array(Variable, { maxItems: 256 })),
  workspaceId: optionalText,
  tags: Type.Optional(Tags),
})
export type CreatePrompt = Static<typeof CreatePrompt>

export const PatchPrompt = Type.Object({
  title: optionalText,
  description: optionalText,
  content: optionalText,
  parameters: Type.Optional(Parameters),
  variables: Type.Optional(Type.Array(Variable, { maxItems: 256 })),
  tags: Type.Optional(Tags),
  changeLog: optionalText,
})
export type PatchPrompt = Static<typeof PatchPrompt>

export const RestorePrompt = Type.Object({ versionId: Id })

export const PromptQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Default 20, at most 100.' })),
  cursor: optionalText,
  workspace: optionalText,
  includePublic: Type.Optional(QueryBoolean),
  q: Type.Optional(Type.String({ description: 'Substring of title or description.' })),
  tags: Type.Optional(
    Type.Union([Type.String(), Type.Array(Type.String())], {
      description: 'Comma-separated; items must carry all of them.',
    }),
  ),
})
export type PromptQuery = Static<typeof PromptQuery>
