import type { Caller } from '../contracts/caller.ts'
import type { Limits } from '../contracts/limits.ts'
import { encodeCursor } from '../lib/cursor.ts'
import { pageOf } from '../store/paging.ts'
import type { Db } from '../store/store.ts'
import { errors } from './errors.ts'
import { readState, textsOf, versionsOf } from './queries.ts'
import type { HistoryQuery } from './schema.ts'
import { toVersion } from './shapes.ts'

const MAX_VERSIONS = 1000
/** UTF-8 bytes of the texts of one page: far below what one reply can hold. */
const PAGE_BYTES = 32 * 1024 * 1024

/**
 * The revisions of a document with their full texts, newest first. A page ends before its texts are more than a reply
 * can carry; the cursor goes on from there.
 */
export async function readHistory(
  db: Db,
  caller: Caller,
  id: string,
  query: HistoryQuery,
  limits: Limits,
) {
  const row = await readState.first(db, { id, workspaceId: caller.workspaceId })
  if (row === undefined) throw errors.document_not_found()
  const asked = Math.min(query.limit ?? MAX_VERSIONS, MAX_VERSIONS)
  const { offset } = pageOf({ ...query, limit: 1 }, limits)
  const rows = await versionsOf(db, id, asked + 1, offset)
  const length = pageLength(rows.slice(0, asked))
  const page = rows.slice(0, length)
  const texts = await textsOf(
    db,
    new Set(
      page.flatMap((version) => [version.content_hash, version.content_html_hash ?? []].flat()),
    ),
  )
  // Versions go only with their document: one without its text was deleted between these reads.
  if (page.some((version) => !texts.has(version.content_hash))) throw errors.document_not_found()
  return {
    data: page.map((version) => toVersion(version, texts)),
    pagination: { cursor: encodeCursor(offset + length), hasMore: rows.length > length },
  }
}

/** How many of the rows fit into one reply; one always does. */
function pageLength(
  rows: readonly { readonly bytes: number; readonly html_bytes: number | null }[],
): number {
  let bytes = 0
  for (const [at, row] of rows.entries()) {
    bytes += row.bytes + (row.html_bytes ?? 0)
    if (bytes > PAGE_BYTES && at > 0) return at
  }
  return rows.length
}
