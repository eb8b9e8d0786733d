import { errors } from './errors.ts'

export interface DocumentState {
  readonly id: string
  readonly revision: number
  readonly contentHash: string
}

/** The opaque validator of one revision, in the strong form that a detail read gives. */
export const etagOf = ({ id, revision, contentHash }: DocumentState): string =>
  `"doc:${id}:rev:${revision}:sha256:${contentHash}"`

const STRONG = /^"doc:([A-Za-z0-9_-]+):rev:(0|[1-9]\d{0,15}):sha256:([0-9a-f]{64})"$/
const DELIVERED = /^W\/"doc:([A-Za-z0-9_-]+):rev:(0|[1-9]\d{0,15}):sha256:([0-9a-f]{64})-gzip"$/

/** What an `If-Match` names; throws `invalid_validator` for any form that no read gave out. */
export function parseEtag(header: string): DocumentState {
  const [, id, revision, contentHash] = STRONG.exec(header) ?? DELIVERED.exec(header) ?? []
  if (id === undefined || contentHash === undefined || !Number.isSafeInteger(Number(revision))) {
    throw errors.invalid_validator()
  }
  return { id, revision: Number(revision), contentHash }
}

/** RFC 9110 weak comparison, also with the form that a compressing delivery gives. */
export function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === '*') return true
  const delivered = `${etag.slice(0, -1)}-gzip"`
  return ifNoneMatch
    .split(',')
    .map((part) => part.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === delivered)
}

/** The three headers that name a state; they go out with every read and write of a document. */
export const stateHeaders = (state: DocumentState): Record<string, string> => ({
  ETag: etagOf(state),
  'X-ContextRepo-Revision': String(state.revision),
  'X-ContextRepo-Content-Hash': state.contentHash,
})
