import type { Caller } from '../contracts/caller.ts'
import { canonicalJson } from '../lib/canonical-json.ts'
import { foldText } from '../lib/fold.ts'
import { sha256Hex } from '../lib/hash.ts'
import { holdAgain, holdBlob } from '../store/blobs.ts'
import type { Reply } from '../store/receipts.ts'
import type { Db } from '../store/store.ts'
import type { DocumentRow, DocumentVersionRow } from '../store/tables.ts'
import { replaceTags } from '../store/tags.ts'
import { TextInput } from '../store/text-input.ts'
import { errors } from './errors.ts'
import { stateHeaders } from './etag.ts'
import type { WriteConditions } from './preconditions.ts'
import {
  assertCurrent,
  assertLease,
  assertPreconditions,
  assertWellFormed,
  mismatch,
  stateOf,
} from './preconditions.ts'
import {
  insertVersion,
  readDetail,
  readState,
  reviseDocument,
  versionRow,
  workspaceSettings,
} from './queries.ts'
import type { PatchDocument, RestoreDocument } from './schema.ts'
import type { DocumentsDeps } from './service.ts'
import { toAck, versionOf } from './shapes.ts'

/** Everything that a revision is made of. */
type Canonical = Pick<
  DocumentRow,
  | 'title'
  | 'content_hash'
  | 'content_html_hash'
  | 'raw_html_hash'
  | 'source_url'
  | 'metadata'
  | 'tags'
>

/** A canonical state that is wanted, with the texts that may not be kept yet. */
interface Wanted {
  readonly canonical: Canonical
  readonly texts: ReadonlyMap<string, string>
}

const FIELDS = [
  'title',
  'content_hash',
  'content_html_hash',
  'raw_html_hash',
  'source_url',
  'metadata',
  'tags',
] as const satisfies readonly (keyof Canonical)[]

/** Changes documents: each change is one revision, and no change is none. */
export class Editing {
  readonly #deps: DocumentsDeps
  readonly #input: TextInput

  constructor(deps: DocumentsDeps) {
    this.#deps = deps
    this.#input = new TextInput(deps.limits)
  }

  /** Writes only over the state that the caller has seen; the loser gets `revision_mismatch` with the present state. */
  async update(
    caller: Caller,
    id: string,
    body: PatchDocument,
    conditions: WriteConditions,
  ): Promise<Reply> {
    const patch = this.#checked(body)
    const changeLog =
      body.changeLog === undefined ? null : this.#input.description(body.changeLog, 'changeLog')
    const given = { ...conditions, expectedRevision: body.expectedRevision }
    return this.#write(
      { caller, id, operation: 'documents.update', body, given },
      async (_tx, row) => ({
        wanted: patch(row),
        changeLog,
      }),
    )
  }

  /** Makes an earlier version the current state, as a new revision. */
  async restore(
    caller: Caller,
    id: string,
    body: RestoreDocument,
    conditions: WriteConditions,
  ): Promise<Reply> {
    const given = { ...conditions, expectedRevision: body.expectedRevision }
    const origin = { ...caller, origin: 'restore' } as const
    return this.#write(
      { caller: origin, id, operation: 'documents.restore', body, given },
      async (tx) => {
        const version = await versionRow(tx, id, body.versionId)
        if (version === undefined) throw errors.version_not_found()
        return {
          wanted: { canonical: canonicalOf(version), texts: new Map() },
          changeLog: `Restored version ${version.version}`,
        }
      },
    )
  }

  async #write(
    call: {
      readonly caller: Caller
      readonly id: string
      readonly operation: string
      readonly body: object
      readonly given: WriteConditions
    },
    plan: (tx: Db, row: DocumentRow) => Promise<{ wanted: Wanted; changeLog: string | null }>,
  ): Promise<Reply> {
    const { caller, id, operation, body, given } = call
    const { receipts, clock } = this.#deps
    assertWellFormed(given)
    const { idempotencyKey: key, ...conditions } = given
    const attempt = { caller, operation, target: id, key, input: { body, conditions } }
    return receipts.once(attempt, async (tx) => {
      const row = await readState.first(tx, { id, workspaceId: caller.workspaceId })
      if (row === undefined) throw errors.document_not_found()
      assertPreconditions(row, given, { precondition: await this.#requires(tx, caller) })
      assertLease(row, caller, given, clock.now())
      assertCurrent(row, given)
      const { wanted, changeLog } = await plan(tx, row)
      return acknowledge(await this.#revise(tx, caller, row, wanted, changeLog), row)
    })
  }

  async #revise(
    tx: Db,
    caller: Caller,
    row: DocumentRow,
    { canonical, texts }: Wanted,
    changeLog: string | null,
  ): Promise<DocumentRow> {
    if (FIELDS.every((field) => row[field] === canonical[field])) return row
    const { store, clock } = this.#deps
    const now = Math.max(clock.now(), row.last_changed_at)
    const folded = foldText(canonical.title)
    const revised = await reviseDocument.first(tx, {
      ...canonical,
      folded,
      id: row.id,
      expected: row.revision,
      now,
    })
    if (revised === undefined) throw mismatch(row)
    for (const hash of [
      canonical.content_hash,
      canonical.content_html_hash,
      canonical.raw_html_hash,
    ]) {
      const text = hash === null ? undefined : texts.get(hash)
      if (hash !== null) await (text === undefined ? holdAgain(tx, hash) : holdBlob(tx, text, hash))
    }
    await insertVersion.all(tx, { ...versionOf(revised, caller, changeLog) })
    if (row.tags !== canonical.tags)
      await replaceTags(tx, 'document', row.id, JSON.parse(canonical.tags) as string[])
    if (row.title !== canonical.title || row.content_hash !== canonical.content_hash) {
      const detail = await readDetail.first(tx, { id: row.id, workspaceId: row.workspace_id })
      await store.fullText.put(tx, {
        type: 'document',
        id: row.id,
        workspaceId: row.workspace_id,
        title: canonical.title,
        description: '',
        body: detail?.content ?? '',
      })
    }
    return revised
  }

  /** Checks the body once, outside the transaction, and answers how it changes a row. */
  #checked(body: PatchDocument): (row: DocumentRow) => Wanted {
    const input = this.#input
    const texts = new Map<string, string>()
    const keep = (text: string): string => {
      const hash = sha256Hex(text)
      texts.set(hash, text)
      return hash
    }
    const clearable = (field: 'contentHtml' | 'rawHtml'): string | null | undefined => {
      const text = body[field]
      return typeof text === 'string' ? keep(input.text(field, text)) : text
    }
    const change: Partial<Record<keyof Canonical, string | null | undefined>> = {
      title: body.title === undefined ? undefined : input.title(body.title),
      content_hash: body.content === undefined ? undefined : keep(input.content(body.content)),
      content_html_hash: clearable('contentHtml'),
      raw_html_hash: clearable('rawHtml'),
      source_url:
        typeof body.sourceUrl === 'string'
          ? input.description(body.sourceUrl, 'sourceUrl')
          : body.sourceUrl,
      metadata: body.metadata === undefined ? undefined : input.json(body.metadata),
      tags: body.tags === undefined ? undefined : JSON.stringify(input.tags(body.tags)),
    }
    const given = Object.fromEntries(
      Object.entries(change).filter(([, value]) => value !== undefined),
    )
    // Each given field has been checked into the column's own type above.
    return (row) => {
      const canonical = { ...canonicalOf(row), ...given } as Canonical
      return { canonical: { ...canonical, metadata: keptMetadata(row, canonical) }, texts }
    }
  }

  async #requires(tx: Db, { workspaceId }: Caller): Promise<boolean> {
    const workspace = await workspaceSettings.first(tx, { id: workspaceId })
    const settings = JSON.parse(workspace?.settings ?? '{}') as { requirePreconditions?: boolean }
    return settings.requirePreconditions === true
  }
}

/** The same metadata with its keys in another order is no change, so what is kept stays. */
function keptMetadata(row: DocumentRow, { metadata }: Canonical): string {
  if (metadata === row.metadata) return metadata
  const ordered = (json: string): string => canonicalJson(JSON.parse(json) as unknown)
  return ordered(metadata) === ordered(row.metadata) ? row.metadata : metadata
}

function canonicalOf(row: DocumentRow | DocumentVersionRow): Canonical {
  const { title, content_hash, content_html_hash, raw_html_hash, source_url, metadata, tags } = row
  return { title, content_hash, content_html_hash, raw_html_hash, source_url, metadata, tags }
}

function acknowledge(now: DocumentRow, before: DocumentRow): Reply {
  return {
    status: 200,
    headers: stateHeaders(stateOf(now)),
    body: { data: toAck(now, now.revision === before.revision) },
  }
}
