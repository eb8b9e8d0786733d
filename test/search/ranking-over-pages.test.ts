import { afterAll, beforeAll, expect, test } from 'vitest'
import { LOCAL_OWNER } from '../../src/access/service.ts'
import type { TestApp } from '../support/app.ts'
import { startApp } from '../support/app.ts'

const caller = {
  principal: LOCAL_OWNER,
  workspaceId: 'default',
  origin: 'rest',
  requestId: 'r',
} as const

/** Holds every three letters of `abcabd` in a row, but not all six. */
const NEARLY = 'abcab bcabc cabd'
const COUNT = 1300

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  for (let at = 0; at < COUNT; at += 1) {
    app.clock.advance(1)
    // The oldest are called so, two of them hold it too, every thirteenth holds it, one of those is tagged.
    await app.services.documents.create(caller, {
      title: at < 3 ? `Abcabd ${at}` : `Other ${at}`,
      content: at < 2 || at % 13 === 5 ? `${NEARLY} ABCABD ${at}` : `${NEARLY} ${at}`,
      tags: at === 18 ? ['rare'] : [],
    })
  }
  await app.services.documents.create(
    { ...caller, workspaceId: 'other' },
    { title: 'Abcabd of another workspace', content: 'abcabd' },
  )
}, 60_000)
afterAll(async () => {
  await app[Symbol.asyncDispose]()
})

const titles = async (limit: number, tags?: string) => {
  const { data } = await app.services.search.search(caller, {
    q: 'abcabd',
    semantic: 'false',
    limit,
    ...(tags === undefined ? {} : { tags }),
  })
  return data.documents.map(({ title }) => title)
}

const NAMED = ['Abcabd 2', 'Abcabd 1', 'Abcabd 0']
const HELD = Array.from({ length: 100 }, (_, at) => `Other ${99 * 13 + 5 - at * 13}`)

test('of more than the index can tell apart the right ones are found, in order, over several pages', async () => {
  expect(await titles(50)).toEqual([...NAMED, ...HELD.slice(0, 47)])
})

test('a smaller limit answers the beginning of the same list', async () => {
  expect(await titles(2)).toEqual(NAMED.slice(0, 2))
  expect(await titles(3)).toEqual(NAMED)
  expect(await titles(20)).toEqual([...NAMED, ...HELD.slice(0, 17)])
})

test('tags are looked at before anything is ranked, however far back the item is', async () => {
  expect(await titles(1, 'rare')).toEqual(['Other 18'])
  expect(await titles(50, 'rare,none')).toEqual([])
})

test('a change moves an item to the front, and out of what it no longer says', async () => {
  const first = await app.services.search.search(caller, { q: 'abcabd 18', semantic: 'false' })
  const id = first.data.documents[0]?.documentId ?? ''
  app.clock.advance(1)
  await app.services.editing.update(caller, id, { title: 'Moved' }, {})

  expect((await titles(4)).at(3)).toBe('Moved')

  await app.services.editing.update(caller, id, { content: NEARLY }, {})
  expect((await titles(4)).at(3)).toBe(HELD[0])
})
