import { CompiledQuery } from 'kysely'
import { foldText } from '../../lib/fold.ts'
import type { Db, FullText, IndexedText, ItemType } from '../store.ts'
import type { Deferred } from './group-commit.ts'

const GRAM = 3
/** More trigrams narrow the candidates no further and only lengthen the query. */
const MAX_GRAMS = 24

const KEEP = `insert into indexed_items (item_type, item_id, workspace_id) values (?, ?, ?)
  on conflict (item_type, item_id) do nothing returning id`
const INDEX = 'insert into substrings (rowid, folded) values (?, ?)'
const FORGET = 'delete from indexed_items where item_type = ? and item_id = ? returning id'
const UNINDEX = 'delete from substrings where rowid = ?'
const EVERY = `select item_id as id from indexed_items where workspace_id = ? and item_type = ?
  order by id desc`
const MATCHING = `select i.item_id as id from substrings s join indexed_items i on i.id = s.rowid
  where s.substrings match ? and i.workspace_id = ? and i.item_type = ? order by i.id desc`

/** Runs SQL as it is written here; building it anew for each row would cost more than running it. */
async function run<Row = unknown>(db: Db, text: string, values: unknown[]): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, values) as CompiledQuery<Row>)
  return rows
}

/** Substring candidates from an FTS5 trigram index that stores no text; hits are verified by the caller. */
export class SqliteFullText implements FullText, Deferred {
  /** What the index is told when the transaction under way commits: texts to hold, or undefined to forget. */
  readonly #pending: { readonly rowid: number; readonly folded: string | undefined }[] = []

  async put(tx: Db, text: IndexedText): Promise<void> {
    const folded = foldText([text.title, text.description, text.body].join('\n'))
    const keep = () => run<{ id: number }>(tx, KEEP, [text.type, text.id, text.workspaceId])
    let rows = await keep()
    if (rows.length === 0) {
      // A number of its own each time: the newest text has the highest.
      await this.remove(tx, text.type, text.id)
      rows = await keep()
    }
    this.#pending.push({ rowid: rows[0]?.id ?? 0, folded })
  }

  async remove(tx: Db, type: ItemType, id: string): Promise<void> {
    const rows = await run<{ id: number }>(tx, FORGET, [type, id])
    for (const row of rows) this.#pending.push({ rowid: row.id, folded: undefined })
  }

  mark(): number {
    return this.#pending.length
  }

  drop(mark: number): void {
    this.#pending.length = mark
  }

  async flush(tx: Db): Promise<void> {
    for (const { rowid, folded } of this.#pending.splice(0)) {
      await (folded === undefined ? run(tx, UNINDEX, [rowid]) : run(tx, INDEX, [rowid, folded]))
    }
  }

  async candidates(
    db: Db,
    { needle, type, workspaceId }: { needle: string; type: ItemType; workspaceId: string },
  ): Promise<readonly string[]> {
    const match = matchOf(needle)
    const rows = await (match === undefined
      ? run<{ id: string }>(db, EVERY, [workspaceId, type])
      : run<{ id: string }>(db, MATCHING, [match, workspaceId, type]))
    return rows.map(({ id }) => id)
  }
}

/** Every trigram of the needle, quoted so that none is syntax; undefined when the needle is too short for one. */
function matchOf(needle: string): string | undefined {
  const points = Array.from(needle)
  if (points.length < GRAM) return undefined
  const grams = new Set<string>()
  for (let at = 0; at + GRAM <= points.length && grams.size < MAX_GRAMS; at += 1) {
    grams.add(points.slice(at, at + GRAM).join(''))
  }
  return [...grams].map((gram) => `"${gram.replaceAll('"', '""')}"`).join(' AND ')
}
