import { setImmediate } from 'node:timers/promises'
import { findFolded } from '../lib/fold.ts'
import type { Db, ItemType, Store } from '../store/store.ts'
import { highlight } from './highlight.ts'
import type { Candidate } from './queries.ts'
import { BODIES_AT_ONCE, loadBodies, loadPage } from './queries.ts'

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

/** Characters looked through before other requests get their turn. */
const TURN = 64 * 1024

/** So few are loaded all at once; of more the newest are likely to be enough. */
const FEW = 500
const FIRST_PAGE = 200
const LARGEST_PAGE = 5000

/**
 * Items that contain the text as it is written: those whose title or description does, then those whose body does, each
 * newest first. The index only proposes; every hit has been found in the text itself.
 */
export async function searchLiteral(store: Store, query: LiteralQuery): Promise<LiteralHit[]> {
  const { type, needle, limit } = query
  const proposed = new Set(await store.fullText.candidates(store.read, query))
  if (proposed.size === 0) return []
  const few =
    proposed.size <= FEW
      ? await loadPage(store.read, { ...query, ids: [...proposed], limit: FEW })
      : undefined
  const named =
    few === undefined
      ? await loadPage(store.read, { ...query, named: needle })
      : few.filter(({ folded }) => folded.includes(needle)).slice(0, limit)
  const hits: LiteralHit[] = named.map((item) => ({ item }))
  // A collection has no body.
  if (hits.length >= limit || type === 'collection') return hits
  for (const { id } of named) proposed.delete(id)
  const pages = few === undefined ? newestFirst(store.read, query) : [few]
  let looked = 0
  for await (const page of pages) {
    const items = page.filter(({ id }) => proposed.has(id))
    for (let at = 0; at < items.length; at += BODIES_AT_ONCE) {
      const batch = items.slice(at, at + BODIES_AT_ONCE)
      const bodies = await loadBodies(store.read, type, batch)
      for (const item of batch) {
        const content = bodies.get(item.id) ?? ''
        const match = findFolded(content, needle)
        if (match !== undefined) hits.push({ item, highlight: highlight(content, match) })
        if (hits.length >= limit) return hits
        looked += content.length
      }
      if (looked > TURN) {
        await setImmediate()
        looked = 0
      }
    }
  }
  return hits
}

/** Everything that passes the filters, in pages that grow: most searches end within the first. */
async function* newestFirst(db: Db, query: LiteralQuery): AsyncGenerator<readonly Candidate[]> {
  let limit = FIRST_PAGE
  let after: Candidate | undefined
  for (;;) {
    const page = await loadPage(db, { ...query, limit, after })
    yield page
    if (page.length < limit) return
    after = page.at(-1)
    limit = Math.min(limit * 5, LARGEST_PAGE)
  }
}
