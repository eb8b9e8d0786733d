import type { Caller } from '../contracts/caller.ts'
import { coreErrors } from '../contracts/errors.ts'
import { canonicalJson } from '../lib/canonical-json.ts'
import type { Clock } from '../lib/clock.ts'
import { sha256Hex } from '../lib/hash.ts'
import { Prepared } from './prepared.ts'
import type { Db, Store } from './store.ts'
import type { ReceiptRow } from './tables.ts'

/** What a mutation answers: kept as it is when the caller may ask for it again. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** One request that has one effect however often it is sent. */
export interface Attempt {
  readonly caller: Caller
  /** Names the operation and what it is done to. */
  readonly operation: string
  readonly target: string
  /** The `Idempotency-Key`; without one nothing is kept. */
  readonly key: string | undefined
  /** Everything that makes it the same request: body, preconditions as given, lease headers. */
  readonly input: unknown
}

/** How long an answer can be asked for again. */
export const RECEIPT_TTL_MS = 24 * 60 * 60 * 1000

const find = new Prepared<{ scope: string }, ReceiptRow>((db, value) =>
  db.selectFrom('receipts').selectAll().where('scope', '=', value('scope')),
)
const insert = new Prepared<Record<keyof ReceiptRow, never>, unknown>((db, value) =>
  db.insertInto('receipts').values({
    scope: value('scope'),
    fingerprint: value('fingerprint'),
    status: value('status'),
    headers: value('headers'),
    body: value('body'),
    created_at: value('created_at'),
  }),
)
const prune = new Prepared<{ before: number }, unknown>((db, value) =>
  db.deleteFrom('receipts').where('created_at', '<=', value('before')),
)

/** Runs a mutation once per key; a retry gets the first answer again. */
export class Receipts {
  readonly #store: Store
  readonly #clock: Clock

  constructor({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
    this.#store = store
    this.#clock = clock
  }

  /** Runs a mutation in a transaction of its own: its effect and its receipt are kept together or not at all. */
  once(attempt: Attempt, work: (tx: Db) => Promise<Reply>): Promise<Reply> {
    return this.#store.write((tx) => this.#run(tx, attempt, () => work(tx)))
  }

  async #run(tx: Db, attempt: Attempt, work: () => Promise<Reply>): Promise<Reply> {
    const { caller, operation, target, key, input } = attempt
    if (key === undefined) return work()
    const scope = sha256Hex(
      JSON.stringify([caller.principal.id, caller.workspaceId, operation, target, key]),
    )
    const fingerprint = sha256Hex(canonicalJson([operation, target, input ?? null]))
    const now = this.#clock.now()
    await prune.all(tx, { before: now - RECEIPT_TTL_MS })
    const known = await find.first(tx, { scope })
    if (known !== undefined) return replay(known, fingerprint)
    const reply = await work()
    const row: ReceiptRow = {
      scope,
      fingerprint,
      status: reply.status,
      headers: JSON.stringify(reply.headers),
      body: JSON.stringify(reply.body),
      created_at: now,
    }
    // The statement was built with these very columns.
    await insert.all(tx, row as never)
    return reply
  }
}

function replay(row: ReceiptRow, fingerprint: string): Reply {
  if (row.fingerprint !== fingerprint) throw coreErrors.idempotency_key_reused()
  const headers = JSON.parse(row.headers) as Record<string, string>
  return {
    status: row.status,
    headers: { ...headers, 'Idempotency-Replayed': 'true' },
    body: JSON.parse(row.body) as unknown,
  }
}

/** For routes that keep no receipts: a key that would be passed over in silence is refused. */
export function refuseReceiptKey(headers: Readonly<Record<string, unknown>>): void {
  if (headers['idempotency-key'] !== undefined) throw coreErrors.idempotency_key_not_taken()
}
