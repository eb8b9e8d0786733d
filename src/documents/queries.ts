import { Prepared } from '../store/prepared.ts'
import type { Db } from '../store/store.ts'
import type { DocumentRow, DocumentVersionRow } from '../store/tables.ts'
import { replaceTags } from '../store/tags.ts'

export type DocumentKey = { readonly id: string; readonly workspaceId: string }

export type DetailRow = DocumentRow & {
  readonly content: string
  readonly content_html: string | null
  readonly raw_html: string | null
}

/** One document with its texts. */
export const readDetail = new Prepared<DocumentKey, DetailRow>((db, value) =>
  db
    .selectFrom('documents as d')
    .innerJoin('blobs as b', 'b.hash', 'd.content_hash')
    .leftJoin('blobs as h', 'h.hash', 'd.content_html_hash')
    .leftJoin('blobs as r', 'r.hash', 'd.raw_html_hash')
    .selectAll('d')
    .select(['b.content', 'h.content as content_html', 'r.content as raw_html'])
    .where('d.id', '=', value('id'))
    .where('d.workspace_id', '=', value('workspaceId')),
)

/** One document without its texts. */
export const readState = new Prepared<DocumentKey, DocumentRow>((db, value) =>
  db
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', value('id'))
    .where('workspace_id', '=', value('workspaceId')),
)

/** The document that an import made of this file, if it did. */
export const readByPath = new Prepared<
  { readonly path: string; readonly workspaceId: string },
  Pick<DocumentRow, 'id' | 'title' | 'source'>
>((db, value) =>
  db
    .selectFrom('documents')
    .select(['id', 'title', 'source'])
    .where('workspace_id', '=', value('workspaceId'))
    .where('source_path', '=', value('path'))
    .limit(1),
)

/** Keeps what an import or a refresh found at the source. */
export const noteSource = new Prepared<{ readonly id: string; readonly source: string }, unknown>(
  (db, value) =>
    db
      .updateTable('documents')
      .set({ source: value('source') })
      .where('id', '=', value('id')),
)

export const insertDocument = new Prepared<DocumentRow & Record<string, unknown>, unknown>(
  (db, value) =>
    db.insertInto('documents').values({
      id: value('id'),
      workspace_id: value('workspace_id'),
      owner_id: value('owner_id'),
      folded: value('folded'),
      title: value('title'),
      status: value('status'),
      is_archived: 0,
      source_type: value('source_type'),
      source_url: value('source_url'),
      source_path: value('source_path'),
      source: value('source'),
      metadata: value('metadata'),
      tags: value('tags'),
      content_hash: value('content_hash'),
      content_html_hash: value('content_html_hash'),
      raw_html_hash: value('raw_html_hash'),
      revision: value('revision'),
      created_at: value('created_at'),
      updated_at: value('updated_at'),
      last_changed_at: value('last_changed_at'),
      policy: 'standard',
      fence: 0,
      lease_id: null,
      lease_holder: null,
      lease_expires_at: null,
    }),
)

type Revised = Pick<
  DocumentRow,
  | 'id'
  | 'folded'
  | 'title'
  | 'source_url'
  | 'metadata'
  | 'tags'
  | 'content_hash'
  | 'content_html_hash'
  | 'raw_html_hash'
> & { readonly expected: number; readonly now: number }

/** Compare and write in one statement: no row back means that another writer was first. */
export const reviseDocument = new Prepared<Revised & Record<string, unknown>, DocumentRow>(
  (db, value) =>
    db
      .updateTable('documents')
      .set((row) => ({
        folded: value('folded'),
        title: value('title'),
        source_url: value('source_url'),
        metadata: value('metadata'),
        tags: value('tags'),
        content_hash: value('content_hash'),
        content_html_hash: value('content_html_hash'),
        raw_html_hash: value('raw_html_hash'),
        revision: row('revision', '+', 1),
        updated_at: value('now'),
        last_changed_at: value('now'),
      }))
      .where('id', '=', value('id'))
      .where('revision', '=', value('expected'))
      .returningAll(),
)

export const insertVersion = new Prepared<DocumentVersionRow & Record<string, unknown>, unknown>(
  (db, value) =>
    db.insertInto('document_versions').values({
      id: value('id'),
      document_id: value('document_id'),
      version: value('version'),
      title: value('title'),
      content_hash: value('content_hash'),
      content_html_hash: value('content_html_hash'),
      raw_html_hash: value('raw_html_hash'),
      source_url: value('source_url'),
      metadata: value('metadata'),
      tags: value('tags'),
      change_log: value('change_log'),
      actor_kind: value('actor_kind'),
      actor_id: value('actor_id'),
      actor_name: value('actor_name'),
      origin: value('origin'),
      completeness: 'complete',
      created_at: value('created_at'),
    }),
)

export const versionRow = (db: Db, documentId: string, versionId: string) =>
  db
    .selectFrom('document_versions')
    .selectAll()
    .where('id', '=', versionId)
    .where('document_id', '=', documentId)
    .executeTakeFirst()

/** History rows without their texts, newest first, with the size of what belongs to each. */
export const versionsOf = (db: Db, documentId: string, rows: number, offset: number) =>
  db
    .selectFrom('document_versions as v')
    .innerJoin('blobs as b', 'b.hash', 'v.content_hash')
    .leftJoin('blobs as h', 'h.hash', 'v.content_html_hash')
    .selectAll('v')
    .select(['b.bytes', 'h.bytes as html_bytes'])
    .where('v.document_id', '=', documentId)
    .orderBy('v.version', 'desc')
    .limit(rows)
    .offset(offset)
    .execute()

/** The texts of these hashes, each once. */
export async function textsOf(db: Db, hashes: ReadonlySet<string>): Promise<Map<string, string>> {
  if (hashes.size === 0) return new Map()
  const rows = await db
    .selectFrom('blobs')
    .select(['hash', 'content'])
    .where('hash', 'in', [...hashes])
    .execute()
  return new Map(rows.map(({ hash, content }) => [hash, content]))
}

export const versionHashes = (db: Db, documentId: string) =>
  db
    .selectFrom('document_versions')
    .select(['content_hash', 'content_html_hash', 'raw_html_hash'])
    .where('document_id', '=', documentId)
    .execute()

export async function deleteDocument(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('document_versions').where('document_id', '=', id).execute()
  await replaceTags(tx, 'document', id, [])
  await tx.deleteFrom('documents').where('id', '=', id).execute()
}

/** Changes of coordination, decided by the fence in the same statement. */
export const changeLease = (
  tx: Db,
  id: string,
  fence: number,
  change: Partial<
    Pick<DocumentRow, 'policy' | 'fence' | 'lease_id' | 'lease_holder' | 'lease_expires_at'>
  >,
) =>
  tx
    .updateTable('documents')
    .set(change)
    .where('id', '=', id)
    .where('fence', '=', fence)
    .returningAll()
    .executeTakeFirst()

export const workspaceSettings = new Prepared<{ id: string }, { settings: string }>((db, value) =>
  db.selectFrom('workspaces').select('settings').where('id', '=', value('id')),
)
