import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import type { Db, Store } from '../../src/store/store.ts'
import { tempDir, testClock } from '../support/app.ts'

async function withStore(work: (store: Store, file: string) => Promise<void>): Promise<void> {
  using dir = tempDir()
  const store = await openStore({ dataDir: dir.path, url: 'sqlite:', clock: testClock() })
  try {
    await work(store, join(dir.path, 'lectern.db'))
  } finally {
    await store.close()
  }
}
const put = (db: Db, key: string, value = 'v') =>
  db.insertInto('meta').values({ key, value }).execute()
const keysOf = async (db: Db) =>
  (await db.selectFrom('meta').select('key').orderBy('key').execute()).map(({ key }) => key)

test.for([undefined, null, 'text', 0, { code: 'SQLITE_CONSTRAINT' }])(
  'a write that throws %j rejects with that very thing',
  (thrown) =>
    withStore(async (store) => {
      const [bad, good] = await Promise.allSettled([
        store.write(async (tx) => {
          await put(tx, 'bad')
          throw thrown
        }),
        store.write((tx) => put(tx, 'good')),
      ])

      expect(bad).toEqual({ status: 'rejected', reason: thrown })
      expect(good?.status).toBe('fulfilled')
      expect(await keysOf(store.read)).toEqual(['good'])
    }),
)

test('a write that throws before it awaits anything is a rejection like any other', () =>
  withStore(async (store) => {
    const fault = new Error('at once')

    const outcome = store.write(() => {
      throw fault
    })

    await expect(outcome).rejects.toBe(fault)
    await store.write((tx) => put(tx, 'after'))
    expect(await keysOf(store.read)).toEqual(['after'])
  }))

test('a write that catches its own failed statement keeps the rest of what it did', () =>
  withStore(async (store) => {
    await store.write((tx) => put(tx, 'taken'))

    await store.write(async (tx) => {
      await put(tx, 'before')
      await put(tx, 'taken').catch(() => undefined)
      await put(tx, 'after')
    })

    expect(await keysOf(store.read)).toEqual(['after', 'before', 'taken'])
  }))

test('what a write returns is given only when it can be read', () =>
  withStore(async (store) => {
    const seen = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const key = await store.write(async (tx) => {
          await put(tx, `k${n}`)
          return `k${n}`
        })
        return (await keysOf(store.read)).includes(key)
      }),
    )

    expect(seen).toEqual(Array(50).fill(true))
  }))

test('a write that is asked for by a write’s own answer joins a later commit', () =>
  withStore(async (store) => {
    const chain = async (n: number): Promise<void> => {
      if (n === 0) return
      await store.write((tx) => put(tx, `k${n}`))
      await chain(n - 1)
    }

    await Promise.all([chain(20), store.write((tx) => put(tx, 'other'))])

    expect(await keysOf(store.read)).toHaveLength(21)
  }))

test(
  'another process in the way of a commit fails that batch alone, and leaves nothing of it',
  {
    timeout: 20_000,
  },
  () =>
    withStore(async (store, file) => {
      const other = new Database(file)
      other.exec('begin immediate')

      const outcomes = await Promise.allSettled([
        store.write((tx) => put(tx, 'a')),
        store.write((tx) => put(tx, 'b')),
      ])
      other.exec('rollback')
      other.close()
      await store.write((tx) => put(tx, 'c'))

      expect(outcomes.map((outcome) => (outcome as PromiseRejectedResult).reason?.reason)).toEqual([
        'storage_failed',
        'storage_failed',
      ])
      expect(await keysOf(store.read)).toEqual(['c'])
    }),
)

test('an index that cannot be written takes its whole batch with it, and forgets what it waited for', () =>
  withStore(async (store, file) => {
    const text = (id: string) => ({
      type: 'document' as const,
      id,
      workspaceId: 'default',
      title: `title ${id}`,
      description: '',
      body: 'body',
    })
    const other = new Database(file)
    other.exec('alter table substrings rename to elsewhere')

    const failed = await Promise.allSettled([
      store.write(async (tx) => {
        await put(tx, 'a')
        await store.fullText.put(tx, text('one'))
      }),
      store.write((tx) => put(tx, 'b')),
    ])
    other.exec('alter table elsewhere rename to substrings')
    other.close()
    await store.write((tx) => store.fullText.put(tx, text('two')))

    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await keysOf(store.read)).toEqual([])
    const found = await store.fullText.candidates(store.read, {
      needle: 'title',
      type: 'document',
      workspaceId: 'default',
    })
    expect(found).toEqual(['two'])
  }))
