import { Prepared } from '../store/prepared.ts'
import type { Db, ItemType } from '../store/store.ts'

/** What is shown of a candidate, before its body is looked into. */
export interface Candidate {
  readonly id: string
  readonly title: string
  readonly description: string
  /** What of it is no body, folded. */
  readonly folded: string
  readonly tags: string
  readonly updated_at: number
}

interface Filter {
  readonly workspaceId: string
  readonly tags: readonly string[]
}

/** The candidates that pass the filters; archived ones never do. */
export async function loadCandidates(
  db: Db,
  type: ItemType,
  ids: readonly string[],
  filter: Filter,
): Promise<Candidate[]> {
  const tagged = (tag: string) =>
    db
      .selectFrom('item_tags')
      .select('item_id')
      .where('item_type', '=', type)
      .where('tag', '=', tag)
  if (type === 'document') {
    let select = db
      .selectFrom('documents')
      .select((row) => [
        'id',
        'title',
        row.val('').as('description'),
        'folded',
        'tags',
        'updated_at',
      ])
      .where('workspace_id', '=', filter.workspaceId)
      .where('is_archived', '=', 0)
      .where('id', 'in', ids)
    for (const tag of filter.tags) select = select.where('id', 'in', tagged(tag))
    return select.execute()
  }
  if (type === 'prompt') {
    let select = db
      .selectFrom('prompts')
      .select(['id', 'title', 'description', 'folded', 'tags', 'updated_at'])
      .where('workspace_id', '=', filter.workspaceId)
      .where('is_archived', '=', 0)
      .where('id', 'in', ids)
    for (const tag of filter.tags) select = select.where('id', 'in', tagged(tag))
    return select.execute()
  }
  let select = db
    .selectFrom('collections')
    .select(['id', 'name as title', 'description', 'folded', 'tags', 'updated_at'])
    .where('workspace_id', '=', filter.workspaceId)
    .where('id', 'in', ids)
  for (const tag of filter.tags) select = select.where('id', 'in', tagged(tag))
  return select.execute()
}

/** The whole text of one item; collections have none. */
export const BODIES = {
  document: new Prepared<{ id: string }, { content: string }>((db, value) =>
    db
      .selectFrom('documents as d')
      .innerJoin('blobs as b', 'b.hash', 'd.content_hash')
      .select('b.content')
      .where('d.id', '=', value('id')),
  ),
  prompt: new Prepared<{ id: string }, { content: string }>((db, value) =>
    db
      .selectFrom('prompts as p')
      .innerJoin('blobs as b', 'b.hash', 'p.content_hash')
      .select('b.content')
      .where('p.id', '=', value('id')),
  ),
  collection: undefined,
} as const
