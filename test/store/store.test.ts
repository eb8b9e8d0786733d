import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import { Prepared } from '../../src/store/prepared.ts'
import type { Db, Store } from '../../src/store/store.ts'
import { tempDir, testClock } from '../support/app.ts'

const clock = testClock()
const open = (dataDir: string) => openStore({ dataDir, url: 'sqlite:', clock })
const put = (db: Db, key: string, value = 'v') =>
  db.insertInto('meta').values({ key, value }).execute()
const keysOf = async (store: Store) =>
  (await store.read.selectFrom('meta').select('key').orderBy('key').execute()).map(({ key }) => key)

async function withStore(work: (store: Store, path: string) => Promise<void>): Promise<void> {
  using dir = tempDir()
  const store = await open(dir.path)
  try {
    await work(store, dir.path)
  } finally {
    await store.close()
  }
}

test('a write that throws keeps nothing, and those that came with it are kept', () =>
  withStore(async (store) => {
    const fault = new Error('no')

    const outcomes = await Promise.allSettled([
      store.write((tx) => put(tx, 'a')),
      store.write(async (tx) => {
        await put(tx, 'b')
        throw fault
      }),
      store.write((tx) => put(tx, 'c')),
    ])

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((outcomes[1] as PromiseRejectedResult).reason).toBe(fault)
    expect(await keysOf(store)).toEqual(['a', 'c'])
  }))

test('a statement that fails takes only its own write with it', () =>
  withStore(async (store) => {
    await store.write((tx) => put(tx, 'a'))

    const outcomes = await Promise.allSettled([
      store.write((tx) => put(tx, 'b')),
      store.write((tx) => put(tx, 'a')),
      store.write((tx) => put(tx, 'c')),
    ])

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await keysOf(store)).toEqual(['a', 'b', 'c'])
  }))

test('a reader never sees a write that is under way', () =>
  withStore(async (store) => {
    const seen: string[][] = []

    await store.write(async (tx) => {
      await put(tx, 'a')
      seen.push(await keysOf(store))
      await put(tx, 'b')
    })
    seen.push(await keysOf(store))

    expect(seen).toEqual([[], ['a', 'b']])
  }))

test('writes that arrive together share commits and are seen by the next one in order', () =>
  withStore(async (store) => {
    const counts = await Promise.all(
      Array.from({ length: 600 }, (_, n) =>
        store.write(async (tx) => {
          await put(tx, String(n).padStart(3, '0'))
          return (await tx.selectFrom('meta').select('key').execute()).length
        }),
      ),
    )

    expect(counts).toEqual(Array.from({ length: 600 }, (_, n) => n + 1))
    expect(await keysOf(store)).toHaveLength(600)
  }))

test('when the disk is full the whole batch is refused with 507, reads go on, and writes work again', () =>
  withStore(async (store, path) => {
    await store.write((tx) => put(tx, 'before'))
    const limit = new Database(join(path, 'lectern.db'))
    const pages = limit.pragma('page_count', { simple: true }) as number
    limit.close()
    const setLimit = (max: number) =>
      store.write(async (tx) => {
        await tx.executeQuery({
          sql: `pragma max_page_count = ${max}`,
          parameters: [],
          query: { kind: 'RawNode' } as never,
          queryId: {} as never,
        })
      })
    await setLimit(pages)

    const outcomes = await Promise.allSettled([
      store.write((tx) => put(tx, 'big', 'x'.repeat(1_000_000))),
      store.write((tx) => put(tx, 'big2', 'x'.repeat(1_000_000))),
    ])
    const during = await keysOf(store)
    await setLimit(1_000_000)
    await store.write((tx) => put(tx, 'after'))

    expect(outcomes.map((outcome) => (outcome as PromiseRejectedResult).reason?.reason)).toEqual([
      'storage_full',
      'storage_full',
    ])
    expect(during).toEqual(['before'])
    expect(await keysOf(store)).toEqual(['after', 'before'])
  }))

test('closing waits for what was written', async () => {
  using dir = tempDir()
  const store = await open(dir.path)
  const write = store.write((tx) => put(tx, 'late'))

  await store.close()
  await write

  const again = await open(dir.path)
  expect(await keysOf(again)).toEqual(['late'])
  await again.close()
})

test('a store of a newer release is refused and left as it was', async () => {
  using dir = tempDir()
  await (await open(dir.path)).close()
  const file = join(dir.path, 'lectern.db')
  const db = new Database(file)
  db.prepare('insert into migrations (name, applied_at) values (?, 0)').run('9999-future')
  db.close()

  await expect(open(dir.path)).rejects.toMatchObject({
    reason: 'store_newer',
    message: expect.stringContaining('9999-future'),
  })
})

test.for([
  [
    'a file that is no database',
    Buffer.from('this is not a database, whatever its name says'.repeat(100)),
  ],
  [
    'a file that begins like one',
    Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(5000, 0x41)]),
  ],
] as const)('%s is refused with a remedy and not touched', async ([, bytes]) => {
  using dir = tempDir()
  const file = join(dir.path, 'lectern.db')
  writeFileSync(file, bytes)

  await expect(open(dir.path)).rejects.toMatchObject({
    reason: 'store_unreadable',
    message: expect.stringContaining(file),
  })
})

test('a store that was made stays as it is when it is opened again', async () => {
  using dir = tempDir()
  const first = await open(dir.path)
  await first.write((tx) => put(tx, 'a'))
  await first.close()

  const second = await open(dir.path)

  expect(await keysOf(second)).toEqual(['a'])
  expect(await second.read.selectFrom('workspaces').select('id').execute()).toEqual([
    { id: 'default' },
  ])
  await second.close()
  expect(readdirSync(dir.path).filter((name) => name.includes('before-'))).toEqual([])
})

test('an older store is copied before it is changed', async () => {
  using dir = tempDir()
  await (await open(dir.path)).close()
  const db = new Database(join(dir.path, 'lectern.db'))
  // As if this release's last step had not been released yet.
  db.exec(
    "delete from migrations where name = '0001-sqlite-substrings'; drop table substrings; drop table indexed_items",
  )
  db.close()

  await (await open(dir.path)).close()

  expect(existsSync(join(dir.path, 'lectern.db.before-0001-sqlite-substrings'))).toBe(true)
})

test('a database that this build does not have is refused', async () => {
  using dir = tempDir()

  await expect(
    openStore({ dataDir: dir.path, url: 'postgres://localhost/x', clock }),
  ).rejects.toMatchObject({
    reason: 'store_unsupported',
  })
})

test('a prepared query is run with the values of each call, inside and outside a transaction', () =>
  withStore(async (store) => {
    const find = new Prepared<{ key: string }, { value: string }>((db, value) =>
      db
        .selectFrom('meta')
        .select('value')
        .where('key', '=', value('key'))
        .where('value', '<>', 'x'),
    )
    await store.write(async (tx) => {
      await put(tx, 'a', '1')
      await put(tx, 'b', '2')
      expect(await find.first(tx, { key: 'b' })).toEqual({ value: '2' })
    })

    expect(await find.all(store.read, { key: 'a' })).toEqual([{ value: '1' }])
    expect(await find.first(store.read, { key: 'none' })).toBeUndefined()
  }))
