import type { Caller } from '../contracts/caller.ts'
import type { Limits } from '../contracts/limits.ts'
import { encodeCursor } from '../lib/cursor.ts'
import { clip } from '../lib/text.ts'
import { contains, pageOf, tagsOf, toPage } from '../store/paging.ts'
import { Prepared } from '../store/prepared.ts'
import type { Db } from '../store/store.ts'
import type { DocumentRow } from '../store/tables.ts'
import { taggedIds } from '../store/tags.ts'
import type { DocumentListItem, ListQuery } from './schema.ts'

const CONTENT_PREVIEW = 2000

type ListedRow = Pick<
  DocumentRow,
  | 'id'
  | 'title'
  | 'status'
  | 'is_archived'
  | 'created_at'
  | 'updated_at'
  | 'revision'
  | 'tags'
  | 'source_type'
> & { readonly content?: string | undefined }

const COLUMNS = [
  'd.id',
  'd.title',
  'd.status',
  'd.is_archived',
  'd.created_at',
  'd.updated_at',
  'd.revision',
  'd.tags',
  'd.source_type',
] as const

type PageValues = { workspaceId: string; limit: number; offset: number }

/** The list without filters, which most calls ask for; the page's ids come from the index alone. */
const plainPage = new Prepared<PageValues, ListedRow>((db, value) =>
  db
    .selectFrom('documents as d')
    .select(COLUMNS)
    .where('d.id', 'in', (page) =>
      page
        .selectFrom('documents as p')
        .select('p.id')
        .where('p.workspace_id', '=', value('workspaceId'))
        .where('p.is_archived', '=', 0)
        .orderBy('p.created_at', 'desc')
        .orderBy('p.id', 'desc')
        .limit(value('limit'))
        .offset(value('offset')),
    )
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc'),
)

/** One page of documents, newest first. */
export async function listDocuments(db: Db, caller: Caller, query: ListQuery, limits: Limits) {
  const page = pageOf(query, limits)
  const tags = tagsOf(query.tags, limits)
  const values = { workspaceId: caller.workspaceId, limit: page.limit + 1, offset: page.offset }
  const rows = isPlain(query, tags)
    ? await plainPage.all(db, values)
    : await filtered(db, query, tags, values)
  return toPage(rows, page, toListItem, encodeCursor)
}

const isPlain = (query: ListQuery, tags: readonly string[]): boolean =>
  query.status === undefined &&
  query.collectionId === undefined &&
  query.includeArchived !== 'true' &&
  query.includeContent !== 'true' &&
  (query.search ?? '') === '' &&
  tags.length === 0

function filtered(
  db: Db,
  query: ListQuery,
  tags: readonly string[],
  page: PageValues,
): Promise<ListedRow[]> {
  let select = db
    .selectFrom('documents as d')
    .innerJoin('blobs as b', 'b.hash', 'd.content_hash')
    .select(COLUMNS)
    .where('d.workspace_id', '=', page.workspaceId)
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .$if(query.includeContent === 'true', (with_) =>
      // Twice the length in code units holds the preview whatever the script.
      with_.select((row) =>
        row
          .fn<string>('substr', ['b.content', row.lit(1), row.lit(2 * CONTENT_PREVIEW)])
          .as('content'),
      ),
    )
  if (query.includeArchived !== 'true') select = select.where('d.is_archived', '=', 0)
  if (query.status !== undefined) select = select.where('d.status', '=', query.status)
  if (query.search !== undefined && query.search !== '') {
    const { search } = query
    select = select.where((row) => contains(row.ref('d.folded'), search))
  }
  for (const tag of tags) {
    select = select.where('d.id', 'in', taggedIds('document', tag))
  }
  if (query.collectionId !== undefined) {
    const { collectionId } = query
    select = select.where('d.id', 'in', (member) =>
      member
        .selectFrom('collection_items')
        .select('item_id')
        .where('collection_id', '=', collectionId)
        .where('item_type', '=', 'document'),
    )
  }
  return select.execute()
}

function toListItem(row: ListedRow): DocumentListItem {
  return {
    id: row.id,
    title: row.title,
    // Only values of the schema are ever written to these columns.
    status: row.status as DocumentListItem['status'],
    isArchived: row.is_archived === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision,
    tags: JSON.parse(row.tags) as string[],
    sourceType: row.source_type as DocumentListItem['sourceType'],
    ...(row.content === undefined ? {} : { content: clip(row.content, CONTENT_PREVIEW) }),
  }
}
