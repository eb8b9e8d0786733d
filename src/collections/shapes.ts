import type { CollectionRow } from '../store/tables.ts'
import type { Collection, CollectionItem, CollectionListItem } from './schema.ts'

export const toListItem = (row: CollectionRow): CollectionListItem => ({
  id: row.id,
  name: row.name,
  description: row.description,
  ...(row.color === null ? {} : { color: row.color }),
  ...(row.icon === null ? {} : { icon: row.icon }),
  isPublic: row.is_public === 1,
  tags: JSON.parse(row.tags) as string[],
  itemCount: row.item_count,
  lastActivityAt: row.last_activity_at,
})

export const toCollection = (row: CollectionRow): Collection => ({
  ...toListItem(row),
  ...(row.parent_id === null ? {} : { parentCollectionId: row.parent_id }),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

interface ItemRow {
  readonly item_type: string
  readonly item_id: string
  readonly title: string | null
  readonly summary: string | null
  readonly content: string | null
}

export const toItem = (row: ItemRow): CollectionItem => ({
  // Only these two kinds are ever added.
  itemType: row.item_type as CollectionItem['itemType'],
  itemId: row.item_id,
  title: row.title ?? '',
  summary: row.summary,
  ...(row.content === null ? {} : { content: row.content }),
})
