import { contains } from '../store/paging.ts'
import { Prepared } from '../store/prepared.ts'
import type { Db } from '../store/store.ts'
import type { CollectionRow } from '../store/tables.ts'
import { replaceTags, taggedIds } from '../store/tags.ts'
import type { CollectionQuery, ItemKind } from './schema.ts'

/** Values of one statement; databases bound how many it takes. */
const BATCH = 500

export const readCollection = new Prepared<
  { readonly id: string; readonly workspaceId: string },
  CollectionRow
>((db, value) =>
  db
    .selectFrom('collections')
    .selectAll()
    .where('id', '=', value('id'))
    .where('workspace_id', '=', value('workspaceId')),
)

interface CollectionPageQuery extends Omit<CollectionQuery, 'tags'> {
  readonly tags: readonly string[]
  readonly workspaceId: string
  readonly rows: number
  readonly offset: number
}

export function listCollections(db: Db, page: CollectionPageQuery): Promise<CollectionRow[]> {
  const { search } = page
  let select = db
    .selectFrom('collections as c')
    .selectAll('c')
    .where('c.workspace_id', '=', page.workspaceId)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(page.rows)
    .offset(page.offset)
  if (search !== undefined && search !== '') {
    select = select.where((row) => contains(row.ref('c.folded'), search))
  }
  for (const tag of page.tags) {
    select = select.where('c.id', 'in', taggedIds('collection', tag))
  }
  return select.execute()
}

export const insertCollection = (tx: Db, row: CollectionRow) =>
  tx.insertInto('collections').values(row).execute()

export const changeCollection = (
  tx: Db,
  id: string,
  change: Partial<Omit<CollectionRow, 'id' | 'item_count'>>,
) =>
  tx.updateTable('collections').set(change).where('id', '=', id).returningAll().executeTakeFirst()

/** Removes a collection; its items stay, and collections inside it move to the top. */
export async function deleteCollection(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('collection_items').where('collection_id', '=', id).execute()
  await tx.updateTable('collections').set({ parent_id: null }).where('parent_id', '=', id).execute()
  await replaceTags(tx, 'collection', id, [])
  await tx.deleteFrom('collections').where('id', '=', id).execute()
}

/** Which of these ids are items of the workspace. */
export async function presentItems(
  tx: Db,
  type: ItemKind,
  workspaceId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const table = type === 'document' ? 'documents' : 'prompts'
  const present = new Set<string>()
  for (let at = 0; at < ids.length; at += BATCH) {
    const rows = await tx
      .selectFrom(table)
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', ids.slice(at, at + BATCH))
      .execute()
    for (const { id } of rows) present.add(id)
  }
  return present
}

/** Adds items that are not in the collection yet; answers how many those were. */
export async function addItems(
  tx: Db,
  collectionId: string,
  type: string,
  ids: readonly string[],
  now: number,
): Promise<number> {
  let added = 0
  for (let at = 0; at < ids.length; at += BATCH) {
    const rows = ids
      .slice(at, at + BATCH)
      .map((id) => ({ collection_id: collectionId, item_type: type, item_id: id, added_at: now }))
    const result = await tx
      .insertInto('collection_items')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['collection_id', 'item_type', 'item_id']).doNothing(),
      )
      .returning('item_id')
      .execute()
    added += result.length
  }
  await countItems(tx, collectionId, added, now)
  return added
}

export async function removeItems(
  tx: Db,
  collectionId: string,
  type: string,
  ids: readonly string[],
  now: number,
): Promise<number> {
  let removed = 0
  for (let at = 0; at < ids.length; at += BATCH) {
    const result = await tx
      .deleteFrom('collection_items')
      .where('collection_id', '=', collectionId)
      .where('item_type', '=', type)
      .where('item_id', 'in', ids.slice(at, at + BATCH))
      .returning('item_id')
      .execute()
    removed += result.length
  }
  await countItems(tx, collectionId, -removed, now)
  return removed
}

/** Takes an item out of every collection that holds it. */
export async function leaveCollections(
  tx: Db,
  type: string,
  id: string,
  now: number,
): Promise<void> {
  const left = await tx
    .deleteFrom('collection_items')
    .where('item_type', '=', type)
    .where('item_id', '=', id)
    .returning('collection_id')
    .execute()
  for (const { collection_id } of left) await countItems(tx, collection_id, -1, now)
}

async function countItems(tx: Db, id: string, change: number, now: number): Promise<void> {
  if (change === 0) return
  await tx
    .updateTable('collections')
    .set((row) => ({ item_count: row('item_count', '+', change), last_activity_at: now }))
    .where('id', '=', id)
    .execute()
}

/** Items of a collection, last added first. */
export const listItems = (
  db: Db,
  page: {
    readonly id: string
    readonly rows: number
    readonly offset: number
    /** Kinds of items whose text is wanted. */
    readonly withContentOf: readonly ItemKind[]
  },
) =>
  db
    .selectFrom('collection_items as i')
    .leftJoin('documents as d', (join) =>
      join.onRef('d.id', '=', 'i.item_id').on('i.item_type', '=', 'document'),
    )
    .leftJoin('prompts as p', (join) =>
      join.onRef('p.id', '=', 'i.item_id').on('i.item_type', '=', 'prompt'),
    )
    .leftJoin('blobs as b', (join) =>
      join.on((row) =>
        row.and([
          row('b.hash', '=', row.fn.coalesce('d.content_hash', 'p.content_hash')),
          // An empty list of kinds matches nothing on either dialect.
          row('i.item_type', 'in', ['', ...page.withContentOf]),
        ]),
      ),
    )
    .select((row) => [
      'i.item_type',
      'i.item_id',
      row.fn.coalesce('d.title', 'p.title').as('title'),
      'p.description as summary',
      'b.content',
    ])
    .where('i.collection_id', '=', page.id)
    .orderBy('i.added_at', 'desc')
    .orderBy('i.item_id', 'desc')
    .limit(page.rows)
    .offset(page.offset)
    .execute()
