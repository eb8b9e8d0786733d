import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { startApp } from '../support/app.ts'

interface Made {
  readonly path: string
  readonly content: string
  readonly tags?: readonly string[]
}

async function take(app: TestApp, files: readonly Made[]): Promise<void> {
  for (let at = 0; at < files.length; at += 100) {
    const reply = await app.inject({
      method: 'POST',
      url: '/v1/import',
      payload: { files: files.slice(at, at + 100) },
    })
    expect(reply.statusCode).toBe(200)
  }
}

const titles = async (app: TestApp, query: Readonly<Record<string, string>>) =>
  (await app.inject(`/v1/search?${new URLSearchParams({ semantic: 'false', ...query })}`))
    .json()
    .data.documents.map(({ title }: { title: string }) => title) as string[]

const MARKED = [0, 1, 99, 199, 200, 201, 499, 500, 501, 777, 1199, 1200, 1298, 1299]

test('among more documents than are looked into at once each is found, though all are of one moment', async () => {
  await using app = await startApp()
  const mark = (at: number) => `${String.fromCodePoint(0x4e00 + at)}界`
  await take(
    app,
    Array.from({ length: 1300 }, (_, at) => ({
      path: `${at}.txt`,
      content: `common text ${MARKED.includes(at) ? mark(at) : ''}`,
      tags: at % 650 === 7 ? ['rare'] : [],
    })),
  )

  // Two characters are too few for the index, three are not, and the last is in every document.
  for (const at of MARKED) {
    expect(await titles(app, { q: mark(at) })).toEqual([String(at)])
    expect(await titles(app, { q: `t ${mark(at)}` })).toEqual([String(at)])
  }
  expect((await titles(app, { q: 'common', tags: 'rare' })).sort()).toEqual(['657', '7'])
  expect((await titles(app, { q: 'c', tags: 'rare' })).sort()).toEqual(['657', '7'])
  expect(new Set(await titles(app, { q: 'common', limit: '50' })).size).toBe(50)
  expect(await titles(app, { q: 'uncommon' })).toEqual([])
})

test('the oldest title comes before a thousand newer bodies, and they newest first', async () => {
  await using app = await startApp()
  await take(app, [{ path: 'needle.txt', content: 'nothing' }])
  for (let at = 0; at < 1000; at += 100) {
    app.clock.advance(1)
    await take(
      app,
      Array.from({ length: 100 }, (_, n) => ({ path: `${at + n}.txt`, content: 'a needle' })),
    )
  }
  app.clock.advance(1)
  await take(app, [{ path: 'latest.txt', content: 'a needle' }])

  for (const q of ['needle', 'ne']) {
    const found = await titles(app, { q, limit: '12' })
    expect(found.slice(0, 2)).toEqual(['needle', 'latest'])
    expect(found.slice(2).every((title) => Number(title) >= 900)).toBe(true)
    expect(found).toHaveLength(12)
  }
})
