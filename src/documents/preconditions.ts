import type { Caller } from '../contracts/caller.ts'
import type { DocumentRow } from '../store/tables.ts'
import { errors } from './errors.ts'
import { etagOf, parseEtag, stateHeaders } from './etag.ts'

/** What a writer says about the state that it has seen and the lease that it holds. */
export interface WriteConditions {
  readonly ifMatch?: string | undefined
  readonly expectedRevision?: number | undefined
  readonly idempotencyKey?: string | undefined
  readonly leaseId?: string | undefined
  readonly leaseFence?: number | undefined
}

export const stateOf = (row: Pick<DocumentRow, 'id' | 'revision' | 'content_hash'>) => ({
  id: row.id,
  revision: row.revision,
  contentHash: row.content_hash,
})

/** A validator that no read gave out is said before anything else of the write is looked at. */
export function assertWellFormed({ ifMatch }: WriteConditions): void {
  if (ifMatch !== undefined) parseEtag(ifMatch)
}

/** `If-Match` and `expectedRevision` must each hold; throws 400 for a malformed one and 412 for one that is not current. */
export function assertCurrent(row: DocumentRow, conditions: WriteConditions): void {
  const { ifMatch, expectedRevision } = conditions
  if (ifMatch !== undefined) {
    const seen = parseEtag(ifMatch)
    const now = stateOf(row)
    if (
      seen.id !== now.id ||
      seen.revision !== now.revision ||
      seen.contentHash !== now.contentHash
    ) {
      throw mismatch(row)
    }
  }
  if (expectedRevision !== undefined && expectedRevision !== row.revision) throw mismatch(row)
}

/** 412 with everything that the next attempt needs. */
export function mismatch(row: DocumentRow): Error {
  const state = stateOf(row)
  return errors.revision_mismatch({
    message: `The document is at revision ${state.revision} now. GET it again and use its exact ETag.`,
    details: {
      currentRevision: state.revision,
      currentContentHash: state.contentHash,
      currentEtag: etagOf(state),
    },
    headers: stateHeaders(state),
  })
}

/** Throws 428 that lists what a write of this document must carry. */
export function assertPreconditions(
  row: DocumentRow,
  conditions: WriteConditions,
  required: { readonly precondition: boolean },
): void {
  const { ifMatch, expectedRevision, idempotencyKey, leaseId, leaseFence } = conditions
  const managed = row.policy === 'lease_required'
  const missing = [
    ...((managed || required.precondition) &&
    ifMatch === undefined &&
    expectedRevision === undefined
      ? ['If-Match']
      : []),
    ...(managed && idempotencyKey === undefined ? ['Idempotency-Key'] : []),
    ...(managed && leaseId === undefined ? ['X-ContextRepo-Lease-Id'] : []),
    ...(managed && leaseFence === undefined ? ['X-ContextRepo-Lease-Fence'] : []),
  ]
  if (missing.length > 0) throw preconditionRequired(missing, row)
}

export function preconditionRequired(missing: readonly string[], row: DocumentRow): Error {
  return errors.precondition_required({
    message: `This write needs ${missing.join(', ')}.`,
    details: { missing, policy: row.policy, currentRevision: row.revision },
  })
}

/** On a managed document only the present holder of the lease may write. */
export function assertLease(
  row: DocumentRow,
  caller: Caller,
  conditions: WriteConditions,
  now: number,
): void {
  if (row.policy !== 'lease_required') return
  if (conditions.leaseFence !== row.fence) throw fenceMismatch(row)
  const held =
    row.lease_id !== null &&
    row.lease_id === conditions.leaseId &&
    row.lease_holder === caller.principal.id &&
    (row.lease_expires_at ?? 0) > now
  if (!held) throw leaseConflict(row, now)
}

export const fenceMismatch = (row: DocumentRow): Error =>
  errors.fence_mismatch({ details: { currentFence: row.fence } })

export function leaseConflict(row: DocumentRow, now: number): Error {
  const active = row.lease_id !== null && (row.lease_expires_at ?? 0) > now
  return errors.lease_conflict({
    message: active
      ? 'Another lease on this document is active. GET the coordination state and wait until it ends.'
      : 'This lease has expired or was released. Acquire a new one.',
    details: { fence: row.fence, expiresAt: active ? row.lease_expires_at : null },
  })
}
