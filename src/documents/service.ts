import type { Caller } from '../contracts/caller.ts'
import type { Limits } from '../contracts/limits.ts'
import type { Clock } from '../lib/clock.ts'
import { foldText } from '../lib/fold.ts'
import { sha256Hex } from '../lib/hash.ts'
import { randomId } from '../lib/ids.ts'
import { holdBlob, releaseBlob } from '../store/blobs.ts'
import type { Receipts, Reply } from '../store/receipts.ts'
import type { Db, Store } from '../store/store.ts'
import type { DocumentRow } from '../store/tables.ts'
import { addTags } from '../store/tags.ts'
import { TextInput } from '../store/text-input.ts'
import { errors } from './errors.ts'
import { stateHeaders } from './etag.ts'
import { readHistory } from './history.ts'
import { listDocuments } from './list.ts'
import type { WriteConditions } from './preconditions.ts'
import { assertCurrent, assertWellFormed, stateOf } from './preconditions.ts'
import {
  deleteDocument,
  insertDocument,
  insertVersion,
  noteSource,
  readByPath,
  readDetail,
  readState,
  versionHashes,
} from './queries.ts'
import type { CreateDocument, HistoryQuery, ListQuery } from './schema.ts'
import { toAck, toDetail, versionOf } from './shapes.ts'

/** What the documents room asks of others. */
export interface DocumentsDeps {
  readonly store: Store
  readonly clock: Clock
  readonly limits: Limits
  readonly receipts: Receipts
  /** The workspace that a body names, checked for this caller. */
  readonly resolveWorkspace: (caller: Caller, id: string) => string
  /** Adds a document to collections in the transaction of its creation; throws when one is not there. */
  readonly addToCollections: (
    tx: Db,
    caller: Caller,
    collectionIds: readonly string[],
    documentId: string,
  ) => Promise<void>
  /** Takes a deleted document out of its collections, in the same transaction. */
  readonly leaveCollections: (tx: Db, id: string) => Promise<void>
}

/** Documents: created, read, listed and deleted; `Editing` changes them and `Leases` makes writers take turns. */
export class DocumentsService {
  readonly #deps: DocumentsDeps
  readonly #input: TextInput

  constructor(deps: DocumentsDeps) {
    this.#deps = deps
    this.#input = new TextInput(deps.limits)
  }

  /** Creates a document at revision 0 with its first version; findable when the promise resolves. */
  async create(
    caller: Caller,
    body: CreateDocument,
    key?: string,
    sourcePath: string | null = null,
  ): Promise<Reply> {
    const title = this.#input.title(body.title)
    const content = this.#input.content(body.content)
    const tags = this.#input.tags(body.tags ?? [])
    const metadata = this.#input.json(body.metadata ?? {})
    const { resolveWorkspace, receipts, store, addToCollections, clock } = this.#deps
    const workspaceId =
      body.workspaceId === undefined
        ? caller.workspaceId
        : resolveWorkspace(caller, body.workspaceId)
    const attempt = {
      caller: { ...caller, workspaceId },
      operation: 'documents.create',
      target: '',
      key,
      input: body,
    }
    return receipts.once(attempt, async (tx) => {
      const row = await this.#newRow(
        tx,
        attempt.caller,
        { title, content, tags, metadata, sourcePath },
        clock.now(),
      )
      await insertDocument.all(tx, { ...row })
      await insertVersion.all(tx, { ...versionOf(row, caller, null) })
      await addTags(tx, 'document', row.id, tags)
      await addToCollections(tx, attempt.caller, [...new Set(body.collectionIds ?? [])], row.id)
      await store.fullText.put(tx, {
        type: 'document',
        id: row.id,
        workspaceId,
        title,
        description: '',
        body: content,
      })
      return {
        status: 201,
        headers: { ...stateHeaders(stateOf(row)), Location: `/v1/documents/${row.id}` },
        body: { data: toAck(row, false) },
      }
    })
  }

  async read(caller: Caller, id: string, includeContent: boolean) {
    const row = await readDetail.first(this.#deps.store.read, {
      id,
      workspaceId: caller.workspaceId,
    })
    if (row === undefined) throw errors.document_not_found()
    return toDetail(row, includeContent)
  }

  /** The document that an import made of this file: its id, and what tells whether the file has changed. */
  async findByPath(caller: Caller, path: string) {
    const row = await readByPath.first(this.#deps.store.read, {
      path,
      workspaceId: caller.workspaceId,
    })
    if (row === undefined) return undefined
    const source = JSON.parse(row.source ?? '{}') as { readonly contentHash?: string }
    return { id: row.id, title: row.title, importedHash: source.contentHash }
  }

  /** Remembers the text that an import has found at the document's source. */
  async noteImport(id: string, content: string): Promise<void> {
    const source = sourceOf(content, this.#deps.clock.now())
    await this.#deps.store.write((tx) => noteSource.all(tx, { id, source }))
  }

  async exists(caller: Caller, id: string): Promise<boolean> {
    const { workspaceId } = caller
    return (await readState.first(this.#deps.store.read, { id, workspaceId })) !== undefined
  }

  list(caller: Caller, query: ListQuery) {
    return listDocuments(this.#deps.store.read, caller, query, this.#deps.limits)
  }

  history(caller: Caller, id: string, query: HistoryQuery) {
    return readHistory(this.#deps.store.read, caller, id, query, this.#deps.limits)
  }

  /** Deletes a document with its history; texts that nothing else holds go with it. */
  async remove(caller: Caller, id: string, conditions: WriteConditions): Promise<Reply> {
    const { store, receipts, leaveCollections } = this.#deps
    assertWellFormed(conditions)
    const attempt = {
      caller,
      operation: 'documents.delete',
      target: id,
      key: conditions.idempotencyKey,
      input: { ifMatch: conditions.ifMatch },
    }
    return receipts.once(attempt, async (tx) => {
      const row = await readState.first(tx, { id, workspaceId: caller.workspaceId })
      if (row === undefined) throw errors.document_not_found()
      assertCurrent(row, conditions)
      const held = await versionHashes(tx, id)
      await deleteDocument(tx, id)
      await leaveCollections(tx, id)
      for (const hash of held.flatMap((version) => Object.values(version))) {
        if (hash !== null) await releaseBlob(tx, hash)
      }
      await store.fullText.remove(tx, 'document', id)
      return { status: 200, headers: {}, body: { success: true, id } }
    })
  }

  async #newRow(
    tx: Db,
    caller: Caller,
    text: {
      title: string
      content: string
      tags: readonly string[]
      metadata: string
      sourcePath: string | null
    },
    now: number,
  ): Promise<DocumentRow> {
    return {
      id: randomId('d_'),
      workspace_id: caller.workspaceId,
      owner_id: caller.principal.id,
      folded: foldText(text.title),
      title: text.title,
      status: 'completed',
      is_archived: 0,
      source_type: 'text',
      source_url: null,
      source_path: text.sourcePath,
      source: text.sourcePath === null ? null : sourceOf(text.content, now),
      metadata: text.metadata,
      tags: JSON.stringify(text.tags),
      content_hash: await holdBlob(tx, text.content),
      content_html_hash: null,
      raw_html_hash: null,
      revision: 0,
      created_at: now,
      updated_at: now,
      last_changed_at: now,
      policy: 'standard',
      fence: 0,
      lease_id: null,
      lease_holder: null,
      lease_expires_at: null,
    }
  }
}

const sourceOf = (content: string, now: number): string =>
  JSON.stringify({ contentHash: sha256Hex(content), lastCheckedAt: now, lastChangedAt: now })
