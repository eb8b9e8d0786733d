import type { Caller } from '../contracts/caller.ts'
import type { Limits } from '../contracts/limits.ts'
import type { Clock } from '../lib/clock.ts'
import { encodeBareCursor, encodeCursor } from '../lib/cursor.ts'
import { foldText } from '../lib/fold.ts'
import { randomId } from '../lib/ids.ts'
import { pageOf, tagsOf, toPage } from '../store/paging.ts'
import type { Receipts, Reply } from '../store/receipts.ts'
import type { Db, Store } from '../store/store.ts'
import type { CollectionRow } from '../store/tables.ts'
import { addTags, replaceTags } from '../store/tags.ts'
import { errors } from './errors.ts'
import { CollectionInput } from './input.ts'
import {
  addItems,
  changeCollection,
  deleteCollection,
  insertCollection,
  leaveCollections,
  listCollections,
  listItems,
  presentItems,
  readCollection,
  removeItems,
} from './queries.ts'
import type {
  Collection,
  CollectionQuery,
  CreateCollection,
  ItemKind,
  ItemsQuery,
  ItemsRequest,
  PatchCollection,
} from './schema.ts'
import { toCollection, toItem, toListItem } from './shapes.ts'

export interface CollectionsDeps {
  readonly store: Store
  readonly clock: Clock
  readonly limits: Limits
  readonly receipts: Receipts
  /** The workspace that a body names, checked for this caller. */
  readonly resolveWorkspace: (caller: Caller, id: string) => string
}

/** Named sets of prompts and documents; an item can be in several, and deleting a set deletes none of them. */
export class CollectionsService {
  readonly #deps: CollectionsDeps
  readonly #input: CollectionInput

  constructor(deps: CollectionsDeps) {
    this.#deps = deps
    this.#input = new CollectionInput(deps.limits)
  }

  async list(caller: Caller, query: CollectionQuery) {
    const page = pageOf(query, this.#deps.limits)
    const rows = await listCollections(this.#deps.store.read, {
      ...query,
      tags: tagsOf(query.tags, this.#deps.limits),
      workspaceId: caller.workspaceId,
      rows: page.limit + 1,
      offset: page.offset,
    })
    return toPage(rows, page, toListItem, encodeBareCursor)
  }

  async read(caller: Caller, id: string): Promise<Collection> {
    return toCollection(await this.#find(this.#deps.store.read, caller, id))
  }

  async items(caller: Caller, id: string, query: ItemsQuery) {
    const { store, limits } = this.#deps
    await this.#find(store.read, caller, id)
    const page = pageOf(query, limits)
    const rows = await listItems(store.read, {
      id,
      rows: page.limit + 1,
      offset: page.offset,
      withContentOf: query.includeContent === 'true' ? readableKinds(caller) : [],
    })
    return toPage(rows, page, toItem, encodeCursor)
  }

  async create(caller: Caller, body: CreateCollection, key: string | undefined): Promise<Reply> {
    const { tags, ...texts } = this.#input.created(body)
    const { resolveWorkspace, clock } = this.#deps
    const workspaceId =
      body.workspaceId === undefined
        ? caller.workspaceId
        : resolveWorkspace(caller, body.workspaceId)
    const by = { ...caller, workspaceId }
    return this.#deps.receipts.once(
      { caller: by, operation: 'collections.create', target: '', key, input: body },
      async (tx) => {
        if (body.parentCollectionId !== undefined) await this.#find(tx, by, body.parentCollectionId)
        const now = clock.now()
        const row: CollectionRow = {
          id: randomId('col_'),
          workspace_id: workspaceId,
          owner_id: caller.principal.id,
          ...texts,
          folded: foldText(`${texts.name}\n${texts.description}`),
          is_public: 0,
          parent_id: body.parentCollectionId ?? null,
          tags: JSON.stringify(tags),
          item_count: 0,
          last_activity_at: now,
          created_at: now,
          updated_at: now,
        }
        await insertCollection(tx, row)
        await addTags(tx, 'collection', row.id, tags)
        await this.#index(tx, row)
        const headers = { Location: `/v1/collections/${row.id}` }
        return { status: 201, headers, body: { data: toCollection(row) } }
      },
    )
  }

  async update(
    caller: Caller,
    id: string,
    body: PatchCollection,
    key: string | undefined,
  ): Promise<Reply> {
    const { change, tags } = this.#input.patched(body)
    return this.#deps.receipts.once(
      { caller, operation: 'collections.update', target: id, key, input: body },
      async (tx) => {
        const row = await this.#find(tx, caller, id)
        const { name, description } = { ...row, ...change }
        const changed = await changeCollection(tx, id, {
          ...change,
          folded: foldText(`${name}\n${description}`),
          updated_at: Math.max(this.#deps.clock.now(), row.updated_at),
        })
        if (changed === undefined) throw errors.collection_not_found()
        if (tags !== undefined) await replaceTags(tx, 'collection', id, tags)
        await this.#index(tx, changed)
        return { status: 200, headers: {}, body: { data: toCollection(changed) } }
      },
    )
  }

  async remove(caller: Caller, id: string, key: string | undefined): Promise<Reply> {
    return this.#deps.receipts.once(
      { caller, operation: 'collections.delete', target: id, key, input: {} },
      async (tx) => {
        await this.#find(tx, caller, id)
        await deleteCollection(tx, id)
        await this.#deps.store.fullText.remove(tx, 'collection', id)
        return { status: 200, headers: {}, body: { success: true, id } }
      },
    )
  }

  /** Adds all of the items or, when one of them is not there, none. */
  async add(
    caller: Caller,
    id: string,
    body: ItemsRequest,
    key: string | undefined,
  ): Promise<Reply> {
    return this.#deps.receipts.once(
      { caller, operation: 'collections.add', target: id, key, input: body },
      async (tx) => {
        await this.#find(tx, caller, id)
        const ids = [...new Set(body.itemIds)]
        const present = await presentItems(tx, body.itemType, caller.workspaceId, ids)
        const missing = ids.filter((item) => !present.has(item))
        if (missing.length > 0) throw errors.item_not_found({ details: { missing } })
        const added = await addItems(tx, id, body.itemType, ids, this.#deps.clock.now())
        return {
          status: 200,
          headers: {},
          body: { data: { added, alreadyInCollection: ids.length - added } },
        }
      },
    )
  }

  async take(
    caller: Caller,
    id: string,
    body: ItemsRequest,
    key: string | undefined,
  ): Promise<Reply> {
    return this.#deps.receipts.once(
      { caller, operation: 'collections.take', target: id, key, input: body },
      async (tx) => {
        await this.#find(tx, caller, id)
        const ids = [...new Set(body.itemIds)]
        const removed = await removeItems(tx, id, body.itemType, ids, this.#deps.clock.now())
        return { status: 200, headers: {}, body: { data: { removed } } }
      },
    )
  }

  /** Adds a new document to collections in the transaction of its creation; one that is not there stops it. */
  async addTo(
    tx: Db,
    caller: Caller,
    collectionIds: readonly string[],
    documentId: string,
  ): Promise<void> {
    for (const id of collectionIds) {
      await this.#find(tx, caller, id)
      await addItems(tx, id, 'document', [documentId], this.#deps.clock.now())
    }
  }

  /** Takes a deleted item out of every collection, in the transaction of its deletion. */
  async leave(tx: Db, type: ItemKind, id: string): Promise<void> {
    await leaveCollections(tx, type, id, this.#deps.clock.now())
  }

  #index(tx: Db, row: CollectionRow): Promise<void> {
    return this.#deps.store.fullText.put(tx, {
      type: 'collection',
      id: row.id,
      workspaceId: row.workspace_id,
      title: row.name,
      description: row.description,
      body: '',
    })
  }

  async #find(db: Db, { workspaceId }: Caller, id: string): Promise<CollectionRow> {
    const row = await readCollection.first(db, { id, workspaceId })
    if (row === undefined) throw errors.collection_not_found({ details: { id } })
    return row
  }
}

/** A collection is read with the scope of documents, which does not open the texts of prompts. */
const readableKinds = ({ principal }: Caller): readonly ItemKind[] =>
  principal.scopes.has('prompts.read') ? ['document', 'prompt'] : ['document']
