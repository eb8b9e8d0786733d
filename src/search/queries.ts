import { containsFolded } from '../store/paging.ts'
import { Prepared } from '../store/prepared.ts'
import type { Db, ItemType } from '../store/store.ts'
import { taggedIds } from '../store/tags.ts'

/** What is shown of an item, before its body is looked into. */
export interface Candidate {
  readonly id: string
  readonly title: string
  readonly description: string
  /** Title and description, folded. */
  readonly folded: string
  readonly tags: string
  readonly updated_at: number
}

export interface PageQuery {
  readonly type: ItemType
  readonly workspaceId: string
  readonly tags: readonly string[]
  readonly limit: number
  /** Only items whose title or description holds this, folded. */
  readonly named?: string
  /** Only these. */
  readonly ids?: readonly string[]
  /** Only what comes after this one. */
  readonly after?: Candidate | undefined
}

/** Items that pass the filters, newest first; archived ones never do. */
export function loadPage(db: Db, query: PageQuery): Promise<Candidate[]> {
  const { named, ids, after, type } = query
  let select = db
    .selectFrom(itemsOf(db, query))
    .select(['id', 'title', 'description', 'folded', 'tags', 'updated_at'])
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(query.limit)
  if (named !== undefined) {
    select = select.where((item) => containsFolded(item.ref('folded'), named))
  }
  if (ids !== undefined) select = select.where('id', 'in', ids)
  if (after !== undefined) {
    select = select.where((item) =>
      item.or([
        item('updated_at', '<', after.updated_at),
        item.and([item('updated_at', '=', after.updated_at), item('id', '>', after.id)]),
      ]),
    )
  }
  for (const tag of query.tags) {
    select = select.where('id', 'in', taggedIds(type, tag))
  }
  return select.execute()
}

function itemsOf(db: Db, { type, workspaceId }: PageQuery) {
  if (type === 'document') {
    return db
      .selectFrom('documents')
      .select((row) => [
        'id',
        'title',
        row.val('').as('description'),
        'folded',
        'tags',
        'updated_at',
      ])
      .where('workspace_id', '=', workspaceId)
      .where('is_archived', '=', 0)
      .as('items')
  }
  if (type === 'prompt') {
    return db
      .selectFrom('prompts')
      .select(['id', 'title', 'description', 'folded', 'tags', 'updated_at'])
      .where('workspace_id', '=', workspaceId)
      .where('is_archived', '=', 0)
      .as('items')
  }
  return db
    .selectFrom('collections')
    .select(['id', 'name as title', 'description', 'folded', 'tags', 'updated_at'])
    .where('workspace_id', '=', workspaceId)
    .as('items')
}

/** How many bodies are read at once: few enough that the largest of them fit into memory together. */
export const BODIES_AT_ONCE = 8

type Slots = Readonly<Record<string, string>>
interface Body {
  readonly id: string
  readonly content: string
}
const SLOTS = Array.from({ length: BODIES_AT_ONCE }, (_, at) => String(at))

const BODIES = {
  document: new Prepared<Slots, Body>((db, value) =>
    db
      .selectFrom('documents as d')
      .innerJoin('blobs as b', 'b.hash', 'd.content_hash')
      .select(['d.id', 'b.content'])
      .where('d.id', 'in', SLOTS.map(value)),
  ),
  prompt: new Prepared<Slots, Body>((db, value) =>
    db
      .selectFrom('prompts as p')
      .innerJoin('blobs as b', 'b.hash', 'p.content_hash')
      .select(['p.id', 'b.content'])
      .where('p.id', 'in', SLOTS.map(value)),
  ),
} as const

/** The texts of at most `BODIES_AT_ONCE` items; that of one which is gone meanwhile is not among them. */
export async function loadBodies(
  db: Db,
  type: keyof typeof BODIES,
  items: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, string>> {
  const slots = Object.fromEntries(SLOTS.map((slot, at) => [slot, items[at]?.id ?? '']))
  const rows = await BODIES[type].all(db, slots)
  return new Map(rows.map(({ id, content }) => [id, content]))
}
