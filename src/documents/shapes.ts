import type { Caller } from '../contracts/caller.ts'
import { DEFAULT_WORKSPACE } from '../contracts/caller.ts'
import { randomId } from '../lib/ids.ts'
import type { DocumentRow, DocumentVersionRow } from '../store/tables.ts'
import { etagOf } from './etag.ts'
import { stateOf } from './preconditions.ts'
import type { DetailRow } from './queries.ts'
import type { DocumentAck, DocumentDetail, DocumentVersion } from './schema.ts'

/** The compact acknowledgement of a write. */
export const toAck = (row: DocumentRow, noop: boolean): DocumentAck => ({
  id: row.id,
  title: row.title,
  revision: row.revision,
  currentVersion: row.revision,
  contentHash: row.content_hash,
  lastChangedAt: row.last_changed_at,
  noop,
})

/** The detail read; optional fields without a value are left out. */
export function toDetail(row: DetailRow, includeContent: boolean): DocumentDetail {
  const { content, content_html: contentHtml, raw_html: rawHtml } = row
  return {
    id: row.id,
    title: row.title,
    // Only values of the schema are ever written to these columns.
    status: row.status as DocumentDetail['status'],
    isArchived: row.is_archived === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision,
    currentVersion: row.revision,
    contentHash: row.content_hash,
    lastChangedAt: row.last_changed_at,
    etag: etagOf(stateOf(row)),
    ...(includeContent
      ? {
          content,
          ...(contentHtml === null ? {} : { contentHtml }),
          ...(rawHtml === null ? {} : { rawHtml }),
        }
      : {}),
    tags: JSON.parse(row.tags) as string[],
    sourceType: row.source_type as DocumentDetail['sourceType'],
    ...(row.source_url === null ? {} : { sourceUrl: row.source_url }),
    ...(row.source === null
      ? {}
      : { source: JSON.parse(row.source) as NonNullable<DocumentDetail['source']> }),
    ...(row.metadata === '{}' ? {} : { metadata: JSON.parse(row.metadata) as object }),
    ...(row.workspace_id === DEFAULT_WORKSPACE ? {} : { workspaceId: row.workspace_id }),
  }
}

/** The history row of the state that a document has now. */
export const versionOf = (
  row: DocumentRow,
  caller: Caller,
  changeLog: string | null,
): DocumentVersionRow => ({
  id: randomId('dv_'),
  document_id: row.id,
  version: row.revision,
  title: row.title,
  content_hash: row.content_hash,
  content_html_hash: row.content_html_hash,
  raw_html_hash: row.raw_html_hash,
  source_url: row.source_url,
  metadata: row.metadata,
  tags: row.tags,
  change_log: changeLog,
  actor_kind: caller.principal.kind,
  actor_id: caller.principal.id,
  actor_name: caller.principal.name,
  origin: caller.origin,
  completeness: 'complete',
  created_at: row.last_changed_at,
})

/** A history row with its texts, which are given by their hashes. */
export function toVersion(
  row: DocumentVersionRow,
  texts: ReadonlyMap<string, string>,
): DocumentVersion {
  const html = row.content_html_hash === null ? undefined : texts.get(row.content_html_hash)
  return {
    id: row.id,
    documentId: row.document_id,
    version: row.version,
    title: row.title,
    content: texts.get(row.content_hash) ?? '',
    ...(html === undefined ? {} : { contentHtml: html }),
    contentHash: row.content_hash,
    // Written by this product only, from the schema's values.
    snapshotCompleteness: row.completeness as DocumentVersion['snapshotCompleteness'],
    actor: { kind: row.actor_kind, displayName: row.actor_name },
    origin: row.origin,
    ...(row.change_log === null ? {} : { changeLog: row.change_log }),
    userName: row.actor_name,
    createdAt: row.created_at,
  }
}
