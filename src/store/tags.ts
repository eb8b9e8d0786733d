import { expressionBuilder } from 'kysely'
import type { Db, ItemType } from './store.ts'
import type { Tables } from './tables.ts'

/** The tag rows that filters use; the order of the tags is kept with the item. */
export async function replaceTags(
  tx: Db,
  type: ItemType,
  id: string,
  tags: readonly string[],
): Promise<void> {
  await tx.deleteFrom('item_tags').where('item_type', '=', type).where('item_id', '=', id).execute()
  await addTags(tx, type, id, tags)
}

/** The tag rows of an item that has none yet. */
export async function addTags(
  tx: Db,
  type: ItemType,
  id: string,
  tags: readonly string[],
): Promise<void> {
  if (tags.length === 0) return
  await tx
    .insertInto('item_tags')
    .values(tags.map((tag) => ({ item_type: type, item_id: id, tag })))
    .execute()
}

/** The ids of the items that carry a tag, for the filter of a list: `where('id', 'in', taggedIds(…))`. */
export const taggedIds = (type: ItemType, tag: string) =>
  expressionBuilder<Tables>()
    .selectFrom('item_tags')
    .select('item_id')
    .where('item_type', '=', type)
    .where('tag', '=', tag)
