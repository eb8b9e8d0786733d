import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { tempDir } from '../../support/app.ts'

/** Each finds rows that disagree with others; a whole store has none of them. */
const QUESTIONS: Readonly<Record<string, string>> = {
  'texts whose count of holders is wrong': `
    with held(hash) as (
      select content_hash from document_versions
      union all select content_html_hash from document_versions where content_html_hash is not null
      union all select raw_html_hash from document_versions where raw_html_hash is not null
      union all select content_hash from prompt_versions
    ), counted as (select hash, count(*) as refs from held group by hash)
    select hash from blobs left join counted using (hash) where blobs.refs <> coalesce(counted.refs, 0)
    union select hash from counted left join blobs using (hash) where blobs.hash is null`,
  'versions without their document': `
    select id from document_versions where document_id not in (select id from documents)`,
  'documents whose newest version is another state': `
    select d.id from documents d left join document_versions v
      on v.document_id = d.id and v.version = d.revision
    where v.id is null or v.content_hash <> d.content_hash or v.title <> d.title or v.tags <> d.tags`,
  'documents with gaps in their revisions': `
    select d.id from documents d
    where d.revision + 1 <> (select count(*) from document_versions v where v.document_id = d.id)`,
  'documents that search does not know': `
    select id from documents where id not in
      (select item_id from indexed_items where item_type = 'document')`,
  'search entries without their document': `
    select item_id from indexed_items
    where item_type = 'document' and item_id not in (select id from documents)`,
  'search entries without their text': `
    select id from indexed_items where id not in (select rowid from substrings)
    union select rowid from substrings where rowid not in (select id from indexed_items)`,
  'tags without their document': `
    select item_id from item_tags
    where item_type = 'document' and item_id not in (select id from documents)`,
}

/** What is wrong in a store that no process has open: the database itself, and rows that disagree with others. */
export function faultsOf(file: string): string[] {
  using dir = tempDir()
  // A copy, so that what a killed server has left is still the next server's to recover.
  const copy = join(dir.path, 'copy.db')
  for (const end of ['', '-wal']) {
    if (existsSync(file + end)) copyFileSync(file + end, copy + end)
  }
  const db = new Database(copy)
  try {
    const integrity = db.pragma('integrity_check', { simple: true }) as string
    const faults = Object.entries(QUESTIONS).flatMap(([fault, question]) => {
      const rows = db.prepare(question).pluck().all() as unknown[]
      return rows.length === 0 ? [] : [`${fault}: ${rows.join(', ')}`]
    })
    return integrity === 'ok' ? faults : [integrity, ...faults]
  } finally {
    db.close()
  }
}
