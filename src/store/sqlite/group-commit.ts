import type Database from 'better-sqlite3'
import { coreErrors } from '../../contracts/errors.ts'
import type { Db } from '../store.ts'

interface Job {
  readonly work: (tx: Db) => Promise<unknown>
  readonly resolve: (value: never) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Writes that wait for the end of the transaction. FTS5 writes what it holds to disk at every savepoint, which makes a
 * segment of each text; told all of them at once it makes one.
 */
export interface Deferred {
  /** How many wait now. */
  mark(): number
  /** Forgets those that came after the mark, because their job has failed. */
  drop(mark: number): void
  flush(tx: Db): Promise<void>
}

/** Most writes that share one commit; more only makes the first of them wait. */
const MAX_BATCH = 256

/**
 * Runs writes one after the other and lets those that arrive together share one transaction and its fsync. Each has a
 * savepoint of its own, so one that fails takes nothing of the others with it.
 */
export class GroupCommit {
  readonly #connection: Database.Database
  readonly #db: Db
  readonly #queue: Job[] = []
  #running: Promise<void> | undefined

  readonly #deferred: Deferred

  constructor(connection: Database.Database, db: Db, deferred: Deferred) {
    this.#connection = connection
    this.#db = db
    this.#deferred = deferred
  }

  write<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // The queue forgets the type of the result; the promise that it settles is this one.
      this.#queue.push({ work, resolve: resolve as Job['resolve'], reject })
      this.#running ??= this.#drain()
    })
  }

  /** Resolves when nothing is queued or under way. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running
  }

  async #drain(): Promise<void> {
    // Requests that are handled in the same turn of the event loop join the same commit.
    await new Promise((resolve) => setImmediate(resolve))
    try {
      while (this.#queue.length > 0) await this.#commit(this.#queue.splice(0, MAX_BATCH))
    } finally {
      this.#running = undefined
    }
  }

  async #commit(jobs: readonly Job[]): Promise<void> {
    const settle: (() => void)[] = []
    try {
      this.#connection.exec('begin immediate')
      for (const job of jobs) {
        const outcome = await this.#attempt(job)
        // SQLite has ended the transaction itself (a full disk does that): nothing of the batch is kept.
        if (!this.#connection.inTransaction) throw outcome.error
        settle.push(outcome.settle)
      }
      await this.#deferred.flush(this.#db)
      this.#connection.exec('commit')
    } catch (cause) {
      this.#deferred.drop(0)
      if (this.#connection.inTransaction) this.#connection.exec('rollback')
      const error = toStorageError(cause)
      for (const { reject } of jobs) reject(error)
      return
    }
    for (const done of settle) done()
  }

  async #attempt({ work, resolve, reject }: Job): Promise<{ settle: () => void; error?: unknown }> {
    const mark = this.#deferred.mark()
    this.#connection.exec('savepoint job')
    try {
      const value = await work(this.#db)
      this.#connection.exec('release job')
      return { settle: () => resolve(value as never) }
    } catch (error) {
      this.#deferred.drop(mark)
      if (this.#connection.inTransaction) this.#connection.exec('rollback to job; release job')
      return { settle: () => reject(isStorageFault(error) ? toStorageError(error) : error), error }
    }
  }
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

const isStorageFault = (error: unknown): boolean =>
  /^SQLITE_(?:FULL|IOERR|READONLY|CORRUPT|NOTADB|CANTOPEN)/.test(codeOf(error))

function toStorageError(cause: unknown): Error {
  return codeOf(cause) === 'SQLITE_FULL'
    ? coreErrors.storage_full({ cause })
    : coreErrors.storage_failed({ cause })
}
