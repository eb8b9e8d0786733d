import type { Caller } from '../contracts/caller.ts'
import { randomId } from '../lib/ids.ts'
import { clip } from '../lib/text.ts'
import type { PromptRow, PromptVersionRow } from '../store/tables.ts'
import type { FullPromptRow } from './queries.ts'
import type {
  Parameters,
  Prompt,
  PromptDetail,
  PromptListItem,
  PromptVersion,
  RestoredPrompt,
  Variable,
} from './schema.ts'

const PREVIEW = 200

const listedOf = (row: FullPromptRow) => ({
  id: row.id,
  title: row.title,
  description: row.description,
  content: row.content,
  isPublic: row.is_public === 1,
  currentVersion: row.current_version,
  stats: { views: row.views, copies: row.copies },
})

const tagsOf = (row: PromptRow): string[] => JSON.parse(row.tags) as string[]

export const toListItem = (row: FullPromptRow): PromptListItem => ({
  ...listedOf(row),
  tags: tagsOf(row),
})

/** What restoring answers, which is everything but the tags. */
export const toRestored = (row: FullPromptRow): RestoredPrompt => ({
  ...listedOf(row),
  isArchived: row.is_archived === 1,
})

export const toPrompt = (row: FullPromptRow): Prompt => ({
  ...toRestored(row),
  tags: tagsOf(row),
})

export const toDetail = (row: FullPromptRow): PromptDetail => ({
  ...toPrompt(row),
  variables: JSON.parse(row.variables) as Variable[],
  ...(row.parameters === null ? {} : { parameters: JSON.parse(row.parameters) as Parameters }),
})

export function toVersion(row: PromptVersionRow & { readonly content: string }): PromptVersion {
  const preview = clip(row.content, PREVIEW)
  return {
    id: row.id,
    version: row.version,
    content: preview === row.content ? preview : `${preview}...`,
    ...(row.change_log === null ? {} : { changeLog: row.change_log }),
    userName: row.actor_name,
  }
}

/** The history row of the state that a prompt has now. */
export const versionOf = (
  row: PromptRow,
  caller: Caller,
  changeLog: string | null,
): PromptVersionRow => ({
  id: randomId('v_'),
  prompt_id: row.id,
  version: row.current_version,
  content_hash: row.content_hash,
  parameters: row.parameters,
  variables: row.variables,
  change_log: changeLog,
  actor_kind: caller.principal.kind,
  actor_id: caller.principal.id,
  actor_name: caller.principal.name,
  origin: caller.origin,
  created_at: row.updated_at,
})
