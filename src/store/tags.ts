import type { Db, ItemType } from './store.ts'

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
