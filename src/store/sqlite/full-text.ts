import { sql } from 'kysely'
import { foldText } from '../../lib/fold.ts'
import type { Db, FullText, IndexedText, ItemType } from '../store.ts'

const GRAM = 3
/** More trigrams narrow the candidates no further and only lengthen the query. */
const MAX_GRAMS = 24

/** Substring candidates from an FTS5 trigram index that stores no text; hits are verified by the caller. */
export class SqliteFullText implements FullText {
  async put(tx: Db, text: IndexedText): Promise<void> {
    await this.remove(tx, text.type, text.id)
    const folded = foldText([text.title, text.description, text.body].join('\n'))
    const { rows } = await sql<{ id: number }>`
      insert into indexed_items (item_type, item_id, workspace_id)
      values (${text.type}, ${text.id}, ${text.workspaceId}) returning id`.execute(tx)
    await sql`insert into substrings (rowid, folded) values (${rows[0]?.id ?? 0}, ${folded})`.execute(
      tx,
    )
  }

  async remove(tx: Db, type: ItemType, id: string): Promise<void> {
    const { rows } = await sql<{ id: number }>`
      delete from indexed_items where item_type = ${type} and item_id = ${id} returning id`.execute(
      tx,
    )
    for (const row of rows) await sql`delete from substrings where rowid = ${row.id}`.execute(tx)
  }

  async candidates(
    db: Db,
    { needle, type, workspaceId }: { needle: string; type: ItemType; workspaceId: string },
  ): Promise<readonly string[]> {
    const match = matchOf(needle)
    const { rows } = await (match === undefined
      ? sql<{ id: string }>`
          select item_id as id from indexed_items
          where workspace_id = ${workspaceId} and item_type = ${type} order by id desc`
      : sql<{ id: string }>`
          select i.item_id as id from substrings s join indexed_items i on i.id = s.rowid
          where s.substrings match ${match} and i.workspace_id = ${workspaceId} and i.item_type = ${type}
          order by i.id desc`
    ).execute(db)
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
