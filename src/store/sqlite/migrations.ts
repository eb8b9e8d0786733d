import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** What only SQLite has: the trigram index over folded text, which stores no text of its own. */
export const sqliteMigrations: readonly Migration[] = [
  {
    name: '0001-sqlite-substrings',
    up: async (db) => {
      await sql`create table indexed_items (
        id integer primary key autoincrement, item_type text not null, item_id text not null, workspace_id text not null
      )`.execute(db)
      await sql`create unique index indexed_items_item on indexed_items (item_type, item_id)`.execute(
        db,
      )
      await sql`create index indexed_items_workspace on indexed_items (workspace_id, item_type, id)`.execute(
        db,
      )
      await sql`create virtual table substrings using fts5 (
        folded, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
      )`.execute(db)
    },
  },
]
