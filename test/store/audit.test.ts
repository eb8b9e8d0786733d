import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { startApp, tempDir } from '../support/app.ts'
import { createDocument } from '../support/documents.ts'
import { faultsOf } from './support/audit.ts'

async function usedStore(dataDir: string): Promise<string> {
  await using app = await startApp({ dataDir })
  const kept = await createDocument(app, { tags: ['a', 'b'] })
  const gone = await createDocument(app, { content: 'other', tags: ['a'] })
  await app.inject({ method: 'PATCH', url: kept.url, payload: { content: 'two', rawHtml: 'two' } })
  await app.inject({ method: 'DELETE', url: gone.url })
  return join(dataDir, 'lectern.db')
}

test('a store that was used has no faults', async () => {
  using dir = tempDir()

  expect(faultsOf(await usedStore(dir.path))).toEqual([])
})

test.for([
  ['texts whose count', 'update blobs set refs = refs + 1'],
  ['texts whose count', "delete from blobs where content = 'two'"],
  ['texts whose count', "insert into blobs (hash, content, bytes, refs) values ('h', 'c', 1, 1)"],
  ['versions without', 'delete from documents'],
  ['documents whose newest', "update documents set title = 'other'"],
  ['documents whose newest', 'delete from document_versions where version = 1'],
  ['documents with gaps', 'delete from document_versions where version = 0'],
  ['documents that search', 'delete from indexed_items'],
  ['search entries without their document', 'delete from documents'],
  ['search entries without their text', 'delete from substrings'],
  ['tags without', 'delete from documents'],
] as const)('a store with %s … is found out: %s', async ([fault, damage]) => {
  using dir = tempDir()
  const file = await usedStore(dir.path)
  const db = new Database(file)
  db.pragma('foreign_keys = off')
  db.exec(damage)
  db.close()

  expect(faultsOf(file).join('\n')).toContain(fault)
})
