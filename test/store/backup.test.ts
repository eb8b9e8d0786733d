import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import { tempDir, testClock } from '../support/app.ts'

const clock = testClock()
const open = (dataDir: string) => openStore({ dataDir, url: 'sqlite:', clock })
const NAME = 'lectern.db.before-0001-sqlite-substrings'

/** A store as the release before its last migration would have left it, with one row to know it by. */
async function olderStore(dataDir: string, mark: string): Promise<void> {
  await (await open(dataDir)).close()
  const db = new Database(join(dataDir, 'lectern.db'))
  db.exec(
    "delete from migrations where name = '0001-sqlite-substrings'; drop table substrings; drop table indexed_items",
  )
  db.prepare("insert into meta (key, value) values ('mark', ?)").run(mark)
  db.close()
}

const markOf = (file: string): unknown => {
  const db = new Database(file, { readonly: true })
  try {
    return db.prepare("select value from meta where key = 'mark'").pluck().get()
  } finally {
    db.close()
  }
}

test('the copy from before a migration is whole and, like the store, for its owner only', async () => {
  using dir = tempDir()
  await olderStore(dir.path, 'mine')

  await (await open(dir.path)).close()

  const copy = join(dir.path, NAME)
  expect(statSync(copy).mode & 0o777).toBe(0o600)
  expect(markOf(copy)).toBe('mine')
  expect(markOf(join(dir.path, 'lectern.db'))).toBe('mine')
})

test('a copy that an interrupted start has left does not keep the store from opening', async () => {
  using dir = tempDir()
  await olderStore(dir.path, 'mine')
  writeFileSync(join(dir.path, NAME), 'half a copy')
  writeFileSync(join(dir.path, `${NAME}.new`), 'a part of one')

  await (await open(dir.path)).close()

  expect(markOf(join(dir.path, NAME))).toBe('mine')
  expect(readdirSync(dir.path).filter((name) => name.endsWith('.new'))).toEqual([])
})

test('a migration that fails leaves the store as it was, to be tried again', async () => {
  using dir = tempDir()
  await olderStore(dir.path, 'mine')
  const file = join(dir.path, 'lectern.db')
  const before = new Database(file)
  before.exec('create table substrings (in_the_way integer)')
  before.close()

  await expect(open(dir.path)).rejects.toThrow()
  const after = new Database(file)
  const tables = after.prepare("select name from sqlite_master where name = 'indexed_items'").all()
  after.exec('drop table substrings')
  after.close()
  const store = await open(dir.path)

  expect(tables).toEqual([])
  expect(await store.read.selectFrom('workspaces').select('id').execute()).toHaveLength(1)
  await store.close()
  expect(markOf(file)).toBe('mine')
})

test('the store and its side files are for their owner only', async () => {
  using dir = tempDir()
  const store = await open(dir.path)
  await store.write((tx) => tx.insertInto('meta').values({ key: 'a', value: 'b' }).execute())

  const modes = readdirSync(dir.path).map((name) => [
    name,
    (statSync(join(dir.path, name)).mode & 0o777).toString(8),
  ])

  await store.close()
  expect(modes.sort()).toEqual([
    ['lectern.db', '600'],
    ['lectern.db-shm', '600'],
    ['lectern.db-wal', '600'],
  ])
})
