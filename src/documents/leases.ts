import type { Caller } from '../contracts/caller.ts'
import { randomId } from '../lib/ids.ts'
import type { Reply } from '../store/receipts.ts'
import type { Db } from '../store/store.ts'
import type { DocumentRow } from '../store/tables.ts'
import { errors } from './errors.ts'
import { stateHeaders } from './etag.ts'
import type { WriteConditions } from './preconditions.ts'
import {
  assertCurrent,
  assertWellFormed,
  fenceMismatch,
  leaseConflict,
  preconditionRequired,
  stateOf,
} from './preconditions.ts'
import { changeLease, readState } from './queries.ts'
import type { Coordination, LeaseRequest } from './schema.ts'
import type { DocumentsDeps } from './service.ts'

const TTL_MS = { default: 60_000, least: 1000, most: 300_000 } as const

type LeaseStep = (tx: Db, caller: Caller, row: DocumentRow, ttlMs: number) => Promise<Reply>

/** Lets the writers of a document take turns: one lease at a time, each with a higher fence than the one before. */
export class Leases {
  readonly #deps: DocumentsDeps

  constructor(deps: DocumentsDeps) {
    this.#deps = deps
  }

  async coordination(caller: Caller, id: string): Promise<Reply> {
    return this.#describe(await this.#find(this.#deps.store.read, caller, id), caller)
  }

  /** Turns managed mode on or off; only the owner may, and not while a lease is active. */
  async setPolicy(
    caller: Caller,
    id: string,
    policy: Coordination['policy'],
    conditions: WriteConditions,
  ): Promise<Reply> {
    assertWellFormed(conditions)
    return this.#run(caller, `documents.policy.${policy}`, id, conditions, {}, async (tx) => {
      const row = await this.#find(tx, caller, id)
      if (row.owner_id !== caller.principal.id && !caller.principal.scopes.has('admin')) {
        throw errors.not_document_owner()
      }
      if (conditions.ifMatch === undefined) throw preconditionRequired(['If-Match'], row)
      if (row.policy !== policy && this.#isActive(row)) {
        throw leaseConflict(row, this.#deps.clock.now())
      }
      assertCurrent(row, { ifMatch: conditions.ifMatch })
      if (row.policy === policy) return this.#describe(row, caller)
      if (row.status !== 'completed') throw errors.document_not_coordinatable()
      return this.#describe(await this.#change(tx, row, { policy, ...NO_LEASE }), caller)
    })
  }

  /** Acquires, renews or releases the lease. */
  async operate(
    caller: Caller,
    id: string,
    request: LeaseRequest,
    conditions: WriteConditions,
  ): Promise<Reply> {
    const ttlMs = Math.min(
      TTL_MS.most,
      Math.max(TTL_MS.least, Math.trunc(request.ttlMs ?? TTL_MS.default)),
    )
    const steps: Record<LeaseRequest['action'], LeaseStep> = {
      acquire: (tx, by, row) => this.#acquire(tx, by, row, ttlMs),
      renew: (tx, by, row) => this.#renew(tx, by, row, conditions, ttlMs),
      release: (tx, by, row) => this.#release(tx, by, row, conditions),
    }
    return this.#run(caller, 'documents.lease', id, conditions, request, async (tx) => {
      const row = await this.#find(tx, caller, id)
      const missing = [
        ...(conditions.idempotencyKey === undefined ? ['Idempotency-Key'] : []),
        ...(request.action !== 'acquire' && conditions.leaseId === undefined
          ? ['X-ContextRepo-Lease-Id']
          : []),
        ...(request.action !== 'acquire' && conditions.leaseFence === undefined
          ? ['X-ContextRepo-Lease-Fence']
          : []),
      ]
      if (missing.length > 0) throw preconditionRequired(missing, row)
      if (row.policy !== 'lease_required') throw errors.document_not_coordinatable()
      return steps[request.action](tx, caller, row, ttlMs)
    })
  }

  async #acquire(tx: Db, caller: Caller, row: DocumentRow, ttlMs: number): Promise<Reply> {
    if (this.#isActive(row)) throw leaseConflict(row, this.#deps.clock.now())
    const granted = await this.#change(tx, row, {
      fence: row.fence + 1,
      lease_id: randomId('lease_'),
      lease_holder: caller.principal.id,
      lease_expires_at: this.#deps.clock.now() + ttlMs,
    })
    return this.#granted(granted)
  }

  async #renew(
    tx: Db,
    caller: Caller,
    row: DocumentRow,
    given: WriteConditions,
    ttlMs: number,
  ): Promise<Reply> {
    this.#assertHolder(row, caller, given)
    return this.#granted(
      await this.#change(tx, row, { lease_expires_at: this.#deps.clock.now() + ttlMs }),
    )
  }

  async #release(tx: Db, caller: Caller, row: DocumentRow, given: WriteConditions): Promise<Reply> {
    this.#assertHolder(row, caller, given)
    const released = await this.#change(tx, row, NO_LEASE)
    return {
      status: 200,
      headers: {
        ...stateHeaders(stateOf(released)),
        'X-ContextRepo-Lease-Fence': String(released.fence),
      },
      body: { data: { released: true, fence: released.fence } },
    }
  }

  #assertHolder(row: DocumentRow, caller: Caller, given: WriteConditions): void {
    if (given.leaseFence !== row.fence) throw fenceMismatch(row)
    const holds = row.lease_id === given.leaseId && row.lease_holder === caller.principal.id
    if (!holds || !this.#isActive(row)) throw leaseConflict(row, this.#deps.clock.now())
  }

  #isActive(row: DocumentRow): boolean {
    return row.lease_id !== null && (row.lease_expires_at ?? 0) > this.#deps.clock.now()
  }

  async #change(
    tx: Db,
    row: DocumentRow,
    change: Parameters<typeof changeLease>[3],
  ): Promise<DocumentRow> {
    const changed = await changeLease(tx, row.id, row.fence, change)
    if (changed === undefined) throw fenceMismatch(row)
    return changed
  }

  async #find(db: Db, caller: Caller, id: string): Promise<DocumentRow> {
    const row = await readState.first(db, { id, workspaceId: caller.workspaceId })
    if (row === undefined) throw errors.document_not_found()
    return row
  }

  #run(
    caller: Caller,
    operation: string,
    target: string,
    conditions: WriteConditions,
    body: object,
    work: (tx: Db) => Promise<Reply>,
  ): Promise<Reply> {
    const { idempotencyKey: key, ...given } = conditions
    const attempt = { caller, operation, target, key, input: { body, given } }
    return this.#deps.receipts.once(attempt, work)
  }

  #granted(row: DocumentRow): Reply {
    const lease = {
      leaseId: row.lease_id ?? '',
      fence: row.fence,
      expiresAt: row.lease_expires_at ?? 0,
    }
    return {
      status: 200,
      headers: {
        ...stateHeaders(stateOf(row)),
        'X-ContextRepo-Lease-Id': lease.leaseId,
        'X-ContextRepo-Lease-Fence': String(lease.fence),
        'X-ContextRepo-Lease-Expires-At': String(lease.expiresAt),
      },
      body: { data: lease },
    }
  }

  #describe(row: DocumentRow, caller: Caller): Reply {
    const mine = row.lease_holder === caller.principal.id
    const coordination: Coordination = {
      documentId: row.id,
      // Only these two values are ever written.
      policy: row.policy as Coordination['policy'],
      fence: row.fence,
      lease: this.#isActive(row)
        ? {
            expiresAt: row.lease_expires_at ?? 0,
            heldByCaller: mine,
            ...(mine && row.lease_id !== null ? { leaseId: row.lease_id } : {}),
          }
        : null,
    }
    return { status: 200, headers: stateHeaders(stateOf(row)), body: { data: coordination } }
  }
}

const NO_LEASE = { lease_id: null, lease_holder: null, lease_expires_at: null } as const
