import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>

/** Where rows live. Both dialects keep every promise here; `test/store/conformance.test.ts` holds them to it. */
export interface Store {
  readonly dialect: 'sqlite' | 'postgres'
  /** The committed state; never sees a transaction that is under way. */
  readonly read: Db
  /**
   * Runs `work` in one transaction. When the promise resolves, all of it is on disk; when it rejects,
   * none of it is kept. Writes that arrive together may share one commit and its fsync.
   * No I/O and no model call inside: on SQLite there is one writer.
   */
  write<T>(work: (tx: Db) => Promise<T>): Promise<T>
  readonly fullText: FullText
  /** Throws with the cause when the store cannot answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

export type ItemType = 'document' | 'prompt' | 'collection'

/** What of an item can be found by search. */
export interface IndexedText {
  readonly type: ItemType
  readonly id: string
  readonly workspaceId: string
  readonly title: string
  readonly description: string
  readonly body: string
}

/** The dialect's substring index: a prefilter whose hits the caller verifies in the text. */
export interface FullText {
  /** Replaces what is indexed of one item, in the transaction of the write that changed it. */
  put(tx: Db, text: IndexedText): Promise<void>
  remove(tx: Db, type: ItemType, id: string): Promise<void>
  /**
   * Ids whose folded title, description or body may contain `needle` (already folded by `foldText`),
   * a superset of the truth, newest first.
   */
  candidates(
    db: Db,
    query: { readonly needle: string; readonly type: ItemType; readonly workspaceId: string },
  ): Promise<readonly string[]>
}
