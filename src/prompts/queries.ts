import { contains } from '../store/paging.ts'
import { Prepared } from '../store/prepared.ts'
import type { Db } from '../store/store.ts'
import type { PromptRow, PromptVersionRow } from '../store/tables.ts'
import { replaceTags, taggedIds } from '../store/tags.ts'
import type { PromptQuery } from './schema.ts'

export type FullPromptRow = PromptRow & { readonly content: string }

/** One prompt with its text. */
export const readPrompt = new Prepared<
  { readonly id: string; readonly workspaceId: string },
  FullPromptRow
>((db, value) =>
  db
    .selectFrom('prompts as p')
    .innerJoin('blobs as b', 'b.hash', 'p.content_hash')
    .selectAll('p')
    .select('b.content')
    .where('p.id', '=', value('id'))
    .where('p.workspace_id', '=', value('workspaceId')),
)

export const countView = new Prepared<{ readonly id: string }, { views: number }>((db, value) =>
  db
    .updateTable('prompts')
    .set((row) => ({ views: row('views', '+', 1) }))
    .where('id', '=', value('id'))
    .returning('views'),
)

interface PromptPageQuery extends Omit<PromptQuery, 'tags'> {
  readonly tags: readonly string[]
  readonly workspaceId: string
  readonly rows: number
  readonly offset: number
}

/** Prompts of the workspace, and public ones of others where asked for, newest first. */
export function listPrompts(db: Db, page: PromptPageQuery): Promise<FullPromptRow[]> {
  const { q } = page
  let select = db
    .selectFrom('prompts as p')
    .innerJoin('blobs as b', 'b.hash', 'p.content_hash')
    .selectAll('p')
    .select('b.content')
    .where((row) =>
      page.includePublic === 'true'
        ? row.or([row('p.workspace_id', '=', page.workspaceId), row('p.is_public', '=', 1)])
        : row('p.workspace_id', '=', page.workspaceId),
    )
    .where('p.is_archived', '=', 0)
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(page.rows)
    .offset(page.offset)
  if (q !== undefined && q !== '') select = select.where((row) => contains(row.ref('p.folded'), q))
  for (const tag of page.tags) {
    select = select.where('p.id', 'in', taggedIds('prompt', tag))
  }
  return select.execute()
}

export const insertPrompt = (tx: Db, row: PromptRow) =>
  tx.insertInto('prompts').values(row).execute()

/** Compare and write in one statement: no row back means that another writer was first. */
export const changePrompt = (
  tx: Db,
  id: string,
  version: number,
  change: Partial<Omit<PromptRow, 'id'>>,
) =>
  tx
    .updateTable('prompts')
    .set(change)
    .where('id', '=', id)
    .where('current_version', '=', version)
    .returningAll()
    .executeTakeFirst()

export const insertPromptVersion = (tx: Db, row: PromptVersionRow) =>
  tx.insertInto('prompt_versions').values(row).execute()

export const promptVersions = (db: Db, promptId: string) =>
  db
    .selectFrom('prompt_versions as v')
    .innerJoin('blobs as b', 'b.hash', 'v.content_hash')
    .selectAll('v')
    .select('b.content')
    .where('v.prompt_id', '=', promptId)
    .orderBy('v.version', 'desc')
    .execute()

export const promptVersion = (db: Db, promptId: string, versionId: string) =>
  db
    .selectFrom('prompt_versions as v')
    .innerJoin('blobs as b', 'b.hash', 'v.content_hash')
    .selectAll('v')
    .select('b.content')
    .where('v.prompt_id', '=', promptId)
    .where('v.id', '=', versionId)
    .executeTakeFirst()

/** Removes a prompt with its versions; answers the hashes that they held. */
export async function deletePrompt(tx: Db, id: string): Promise<string[]> {
  const versions = await tx
    .deleteFrom('prompt_versions')
    .where('prompt_id', '=', id)
    .returning('content_hash')
    .execute()
  await replaceTags(tx, 'prompt', id, [])
  await tx.deleteFrom('prompts').where('id', '=', id).execute()
  return versions.map(({ content_hash }) => content_hash)
}
