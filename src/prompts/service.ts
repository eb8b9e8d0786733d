import type { Caller } from '../contracts/caller.ts'
import type { Limits } from '../contracts/limits.ts'
import type { Clock } from '../lib/clock.ts'
import { encodeCursor } from '../lib/cursor.ts'
import { foldText } from '../lib/fold.ts'
import { randomId } from '../lib/ids.ts'
import { holdAgain, holdBlob, releaseBlob } from '../store/blobs.ts'
import { pageOf, tagsOf, toPage } from '../store/paging.ts'
import type { Receipts, Reply } from '../store/receipts.ts'
import type { Db, Store } from '../store/store.ts'
import type { PromptRow } from '../store/tables.ts'
import { addTags, replaceTags } from '../store/tags.ts'
import { errors } from './errors.ts'
import type { PromptPatch } from './input.ts'
import { PromptInput } from './input.ts'
import type { FullPromptRow } from './queries.ts'
import {
  changePrompt,
  countView,
  deletePrompt,
  insertPrompt,
  insertPromptVersion,
  listPrompts,
  promptVersion,
  promptVersions,
  readPrompt,
} from './queries.ts'
import type { CreatePrompt, PatchPrompt, PromptQuery } from './schema.ts'
import { toDetail, toListItem, toPrompt, toRestored, toVersion, versionOf } from './shapes.ts'

export interface PromptsDeps {
  readonly store: Store
  readonly clock: Clock
  readonly limits: Limits
  readonly receipts: Receipts
  /** The workspace that a body names, checked for this caller. */
  readonly resolveWorkspace: (caller: Caller, id: string) => string
  /** Takes a deleted prompt out of its collections, in the same transaction. */
  readonly leaveCollections: (tx: Db, id: string) => Promise<void>
}

/** Prompts: a change of content, parameters or variables is a version; titles, descriptions and tags change in place. */
export class PromptsService {
  readonly #deps: PromptsDeps
  readonly #input: PromptInput

  constructor(deps: PromptsDeps) {
    this.#deps = deps
    this.#input = new PromptInput(deps.limits)
  }

  async list(caller: Caller, query: PromptQuery) {
    const page = pageOf(query, this.#deps.limits)
    const { workspaceId } = caller
    const rows = await listPrompts(this.#deps.store.read, {
      ...query,
      tags: tagsOf(query.tags, this.#deps.limits),
      workspaceId,
      rows: page.limit + 1,
      offset: page.offset,
    })
    return toPage(rows, page, toListItem, encodeCursor)
  }

  /** Reads one prompt, which counts as a view of it. */
  async read(caller: Caller, id: string) {
    const { store } = this.#deps
    const row = await this.#find(store.read, caller, id)
    // A view that cannot be counted, as on a full disk, keeps nobody from reading.
    const counted = await store.write((tx) => countView.first(tx, { id })).catch(() => undefined)
    return toDetail({ ...row, views: counted?.views ?? row.views })
  }

  async history(caller: Caller, id: string) {
    await this.#find(this.#deps.store.read, caller, id)
    return (await promptVersions(this.#deps.store.read, id)).map(toVersion)
  }

  async create(caller: Caller, body: CreatePrompt, key: string | undefined): Promise<Reply> {
    const { tags, content, ...texts } = this.#input.created(body)
    const { resolveWorkspace, clock } = this.#deps
    const workspaceId =
      body.workspaceId === undefined
        ? caller.workspaceId
        : resolveWorkspace(caller, body.workspaceId)
    const by = { ...caller, workspaceId }
    return this.#deps.receipts.once(
      { caller: by, operation: 'prompts.create', target: '', key, input: body },
      async (tx) => {
        const now = clock.now()
        const row: PromptRow = {
          id: randomId('k57'),
          workspace_id: workspaceId,
          owner_id: caller.principal.id,
          ...texts,
          folded: foldText(`${texts.title}\n${texts.description}`),
          content_hash: await holdBlob(tx, content),
          is_public: 0,
          is_archived: 0,
          current_version: 0,
          tags: JSON.stringify(tags),
          views: 0,
          copies: 0,
          created_at: now,
          updated_at: now,
        }
        await insertPrompt(tx, row)
        await insertPromptVersion(tx, versionOf(row, by, 'Original version'))
        await addTags(tx, 'prompt', row.id, tags)
        await this.#index(tx, { ...row, content })
        return {
          status: 201,
          headers: { Location: `/v1/prompts/${row.id}` },
          body: { data: toPrompt({ ...row, content }) },
        }
      },
    )
  }

  async update(
    caller: Caller,
    id: string,
    body: PatchPrompt,
    key: string | undefined,
  ): Promise<Reply> {
    const patch = this.#input.patched(body)
    return this.#deps.receipts.once(
      { caller, operation: 'prompts.update', target: id, key, input: body },
      async (tx) => {
        const row = await this.#find(tx, caller, id)
        const changed = await this.#change(tx, caller, row, patch)
        if (patch.tags !== undefined) await replaceTags(tx, 'prompt', id, patch.tags)
        return { status: 200, headers: {}, body: { data: toPrompt(changed) } }
      },
    )
  }

  /** Makes an earlier version the current one, always as a new version. */
  async restore(
    caller: Caller,
    id: string,
    versionId: string,
    key: string | undefined,
  ): Promise<Reply> {
    const by = { ...caller, origin: 'restore' } as const
    return this.#deps.receipts.once(
      { caller: by, operation: 'prompts.restore', target: id, key, input: { versionId } },
      async (tx) => {
        const row = await this.#find(tx, caller, id)
        const version = await promptVersion(tx, id, versionId)
        if (version === undefined) throw errors.prompt_version_not_found()
        const { content, content_hash, parameters, variables } = version
        const restored = await this.#change(tx, by, row, {
          change: { content_hash, parameters, variables },
          content,
          version: { changeLog: `Restored version ${version.version}` },
        })
        return { status: 200, headers: {}, body: { data: toRestored(restored) } }
      },
    )
  }

  async remove(caller: Caller, id: string, key: string | undefined): Promise<Reply> {
    return this.#deps.receipts.once(
      { caller, operation: 'prompts.delete', target: id, key, input: {} },
      async (tx) => {
        await this.#find(tx, caller, id)
        for (const hash of await deletePrompt(tx, id)) await releaseBlob(tx, hash)
        await this.#deps.leaveCollections(tx, id)
        await this.#deps.store.fullText.remove(tx, 'prompt', id)
        return { status: 200, headers: {}, body: { success: true, id } }
      },
    )
  }

  async #change(
    tx: Db,
    caller: Caller,
    row: FullPromptRow,
    { change, content = row.content, version }: Omit<PromptPatch, 'tags'>,
  ): Promise<FullPromptRow> {
    const { title, description } = { ...row, ...change }
    const changed = await changePrompt(tx, row.id, row.current_version, {
      ...change,
      folded: foldText(`${title}\n${description}`),
      current_version: row.current_version + (version === undefined ? 0 : 1),
      updated_at: Math.max(this.#deps.clock.now(), row.updated_at),
    })
    if (changed === undefined) throw errors.prompt_not_found()
    if (version !== undefined) {
      if (changed.content_hash === row.content_hash) await holdAgain(tx, changed.content_hash)
      else await holdBlob(tx, content, changed.content_hash)
      await insertPromptVersion(tx, versionOf(changed, caller, version.changeLog))
    }
    const full = { ...changed, content }
    await this.#index(tx, full)
    return full
  }

  #index(tx: Db, row: FullPromptRow): Promise<void> {
    return this.#deps.store.fullText.put(tx, {
      type: 'prompt',
      id: row.id,
      workspaceId: row.workspace_id,
      title: row.title,
      description: row.description,
      body: row.content,
    })
  }

  async #find(db: Db, { workspaceId }: Caller, id: string): Promise<FullPromptRow> {
    const row = await readPrompt.first(db, { id, workspaceId })
    if (row === undefined) throw errors.prompt_not_found()
    return row
  }
}
