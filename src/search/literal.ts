import { setImmediate } from 'node:timers/promises'
import { findFolded } from '../lib/fold.ts'
import type { ItemType, Store } from '../store/store.ts'
import { highlight } from './highlight.ts'
import type { Candidate } from './queries.ts'
import { BODIES, loadCandidates } from './queries.ts'

export interface LiteralQuery {
  readonly type: ItemType
  /** Folded by `foldText`. */
  readonly needle: string
  readonly workspaceId: string
  readonly tags: readonly string[]
  readonly limit: number
}

export interface LiteralHit {
  readonly item: Candidate
  readonly highlight?: string
}

/** Ids of one query; databases bound how many values a statement takes. */
const ID_BATCH = 500
/** Bodies looked into before other requests get their turn. */
const BODY_BATCH = 20

/**
 * Items that contain the text as it is written: those whose title or description does, then those whose body does, each
 * newest first. The index only proposes; every hit has been found in the text itself.
 */
export async function searchLiteral(store: Store, query: LiteralQuery): Promise<LiteralHit[]> {
  const ids = await store.fullText.candidates(store.read, query)
  const candidates: Candidate[] = []
  for (let at = 0; at < ids.length; at += ID_BATCH) {
    candidates.push(
      ...(await loadCandidates(store.read, query.type, ids.slice(at, at + ID_BATCH), query)),
    )
    if (at > 0) await setImmediate()
  }
  candidates.sort((a, b) => b.updated_at - a.updated_at || (a.id < b.id ? -1 : 1))
  const byName = candidates.filter(({ folded }) => folded.includes(query.needle))
  const hits: LiteralHit[] = byName.slice(0, query.limit).map((item) => ({ item }))
  const names = new Set(byName.map(({ id }) => id))
  const body = BODIES[query.type]
  if (body === undefined) return hits
  let looked = 0
  for (const item of candidates) {
    if (hits.length >= query.limit) break
    if (names.has(item.id)) continue
    const row = await body.first(store.read, { id: item.id })
    const match = row === undefined ? undefined : findFolded(row.content, query.needle)
    if (row !== undefined && match !== undefined)
      hits.push({ item, highlight: highlight(row.content, match) })
    looked += 1
    if (looked % BODY_BATCH === 0) await setImmediate()
  }
  return hits
}
