import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { startApp } from '../support/app.ts'
import { createDocument } from '../support/documents.ts'

async function createCollection(app: TestApp, body: object = {}) {
  const reply = await app.inject({
    method: 'POST',
    url: '/v1/collections',
    payload: {
      name: 'Standards',
      description: 'Guidelines',
      color: '#3b82f6',
      icon: '📐',
      ...body,
    },
  })
  const { data } = reply.json()
  return { reply, data, url: `/v1/collections/${data?.id}` }
}

const items = (url: string, method: 'POST' | 'PUT', itemIds: string[], itemType = 'document') =>
  ({ method, url: `${url}/items`, payload: { itemIds, itemType } }) as const

test('a created collection has its address, its colour and no items', async () => {
  await using app = await startApp()

  const { reply, data } = await createCollection(app, { tags: ['x'] })

  expect(reply.statusCode).toBe(201)
  expect(reply.headers.location).toBe(`/v1/collections/${data.id}`)
  expect(data).toEqual({
    id: expect.stringMatching(/^col_[A-Za-z0-9]{21}$/),
    name: 'Standards',
    description: 'Guidelines',
    color: '#3b82f6',
    icon: '📐',
    isPublic: false,
    tags: ['x'],
    itemCount: 0,
    lastActivityAt: app.clock.now(),
    createdAt: app.clock.now(),
    updatedAt: app.clock.now(),
  })
})

test('items are added once, counted, listed last added first, and move the last activity', async () => {
  await using app = await startApp()
  const { url } = await createCollection(app)
  const one = await createDocument(app, { title: 'One', content: 'first text' })
  const prompt = (
    await app.inject({
      method: 'POST',
      url: '/v1/prompts',
      payload: { title: 'P', description: 'About', content: 'c' },
    })
  ).json().data

  app.clock.advance(10)
  const added = await app.inject(items(url, 'POST', [one.id, one.id]))
  app.clock.advance(10)
  await app.inject(items(url, 'POST', [prompt.id], 'prompt'))
  const again = await app.inject(items(url, 'POST', [one.id]))
  const list = (await app.inject(`${url}/items?includeContent=true`)).json()
  const plain = (await app.inject(`${url}/items?limit=1`)).json()

  expect(added.json()).toEqual({ data: { added: 1, alreadyInCollection: 0 } })
  expect(again.json()).toEqual({ data: { added: 0, alreadyInCollection: 1 } })
  expect(list.data).toEqual([
    { itemType: 'prompt', itemId: prompt.id, title: 'P', summary: 'About', content: 'c' },
    { itemType: 'document', itemId: one.id, title: 'One', summary: null, content: 'first text' },
  ])
  expect(plain.data).toEqual([
    { itemType: 'prompt', itemId: prompt.id, title: 'P', summary: 'About' },
  ])
  expect(plain.pagination).toEqual({
    cursor: Buffer.from('{"1":"1"}').toString('base64'),
    hasMore: true,
  })
  expect((await app.inject(url)).json().data).toMatchObject({
    itemCount: 2,
    lastActivityAt: app.clock.now(),
  })
})

test('when one item is not there none is added', async () => {
  await using app = await startApp()
  const { url } = await createCollection(app)
  const one = await createDocument(app)

  const reply = await app.inject(items(url, 'POST', [one.id, 'd_none']))
  const wrongType = await app.inject(items(url, 'POST', [one.id], 'prompt'))

  expect(reply.statusCode).toBe(404)
  expect(reply.json().error).toMatchObject({
    reason: 'ITEM_NOT_FOUND',
    details: { missing: ['d_none'] },
  })
  expect(wrongType.statusCode).toBe(404)
  expect((await app.inject(url)).json().data.itemCount).toBe(0)
})

test('items are taken out and stay where they are', async () => {
  await using app = await startApp()
  const { url } = await createCollection(app)
  const one = await createDocument(app)
  await app.inject(items(url, 'POST', [one.id]))

  const taken = await app.inject(items(url, 'PUT', [one.id, 'd_none']))
  const again = await app.inject(items(url, 'PUT', [one.id]))

  expect([taken.json().data.removed, again.json().data.removed]).toEqual([1, 0])
  expect((await app.inject(one.url)).statusCode).toBe(200)
  expect((await app.inject(url)).json().data.itemCount).toBe(0)
})

test('a document is created into collections, and into none when one is not there', async () => {
  await using app = await startApp()
  const a = await createCollection(app)
  const b = await createCollection(app)

  const document = await createDocument(app, { collectionIds: [a.data.id, b.data.id, a.data.id] })
  const refused = await app.inject({
    method: 'POST',
    url: '/v1/documents',
    payload: { title: 'x', content: 'x', collectionIds: [a.data.id, 'col_none'] },
  })

  expect(refused.json().error_code).toBe('collection_not_found')
  expect((await app.inject(a.url)).json().data.itemCount).toBe(1)
  expect((await app.inject(`/v1/documents?collectionId=${b.data.id}`)).json().data).toMatchObject([
    { id: document.id },
  ])
})

test('a deleted document leaves its collections, a deleted collection leaves its documents', async () => {
  await using app = await startApp()
  const { url, data } = await createCollection(app)
  const child = await createCollection(app, { parentCollectionId: data.id })
  const gone = await createDocument(app, { collectionIds: [data.id] })
  const kept = await createDocument(app, { collectionIds: [data.id] })

  await app.inject({ method: 'DELETE', url: gone.url })
  const counted = (await app.inject(url)).json().data.itemCount
  const removed = await app.inject({ method: 'DELETE', url })

  expect(counted).toBe(1)
  expect(removed.json()).toEqual({ success: true, id: data.id })
  expect((await app.inject(url)).statusCode).toBe(404)
  expect((await app.inject(kept.url)).statusCode).toBe(200)
  expect(child.data.parentCollectionId).toBe(data.id)
  expect((await app.inject(child.url)).json().data).not.toHaveProperty('parentCollectionId')
})

test('a change sets what is sent and nothing else', async () => {
  await using app = await startApp()
  const { url } = await createCollection(app, { tags: ['a'] })
  app.clock.advance(5)

  const { data } = (
    await app.inject({
      method: 'PATCH',
      url,
      payload: { name: 'V2', color: '#8b5cf6', isPublic: true },
    })
  ).json()

  expect(data).toMatchObject({
    name: 'V2',
    color: '#8b5cf6',
    isPublic: true,
    icon: '📐',
    tags: ['a'],
    description: 'Guidelines',
  })
  expect(data.updatedAt).toBe(app.clock.now())
})

test.for([
  ['PATCH', { parentCollectionId: 'col_x' }, 400, 'collection_not_movable'],
  ['PATCH', { parentCollectionId: null }, 400, 'collection_not_movable'],
  ['PATCH', { color: 'blue' }, 400, 'invalid_request'],
  ['PATCH', { isPublic: 'true' }, 400, 'invalid_request'],
  ['PATCH', { name: ' ' }, 400, 'invalid_request'],
  ['POST', { name: 'x', parentCollectionId: 'col_none' }, 404, 'collection_not_found'],
  ['POST', { name: 'x', color: '#12345' }, 400, 'invalid_request'],
  ['POST', {}, 400, 'invalid_request'],
] as const)('%s of a collection with %j is refused', async ([method, payload, status, reason]) => {
  await using app = await startApp()
  const { url } = await createCollection(app)

  const reply = await app.inject({
    method,
    url: method === 'PATCH' ? url : '/v1/collections',
    payload,
  })

  expect(reply.statusCode).toBe(status)
  expect(reply.json().error_code).toBe(reason)
})

test('a list is newest first with bare cursors, filtered by text and tags', async () => {
  await using app = await startApp()
  const one = await createCollection(app, { tags: ['a', 'b'] })
  app.clock.advance(1)
  const two = await createCollection(app, { name: 'Roadmap', tags: ['a'] })
  const ids = async (query: string) =>
    (await app.inject(`/v1/collections?${query}`)).json().data.map(({ id }: { id: string }) => id)

  const { data, pagination } = (await app.inject('/v1/collections?limit=1')).json()

  expect(data.map(({ id }: { id: string }) => id)).toEqual([two.data.id])
  expect(pagination).toEqual({ cursor: Buffer.from('1').toString('base64'), hasMore: true })
  expect(await ids(`cursor=${pagination.cursor}`)).toEqual([one.data.id])
  expect(await ids(`cursor=${Buffer.from('{"1":"1"}').toString('base64')}`)).toEqual([one.data.id])
  expect(await ids('tags=a,b')).toEqual([one.data.id])
  expect(await ids('search=ROAD')).toEqual([two.data.id])
  expect(await ids('search=guidelines')).toEqual([two.data.id, one.data.id])
})

test('a collection is found by name and description', async () => {
  await using app = await startApp()
  const { data } = await createCollection(app)

  const found = (await app.inject('/v1/search?semantic=false&q=guidel')).json().data.collections

  expect(found).toEqual([
    { collectionId: data.id, name: 'Standards', description: 'Guidelines', tags: [] },
  ])
})

test('items added at the same time are all counted', async () => {
  await using app = await startApp()
  const { url } = await createCollection(app)
  const ids = await Promise.all(
    Array.from({ length: 12 }, async () => (await createDocument(app)).id),
  )

  await Promise.all(
    ids.flatMap((id) => [
      app.inject(items(url, 'POST', [id])),
      app.inject(items(url, 'POST', [id])),
    ]),
  )

  expect((await app.inject(url)).json().data.itemCount).toBe(12)
  expect((await app.inject(`${url}/items?limit=100`)).json().data).toHaveLength(12)
})

test('a collection of another workspace is not there', async () => {
  await using app = await startApp()
  await app.store.write((tx) =>
    tx
      .insertInto('workspaces')
      .values({ id: 'other', name: 'Other', settings: '{}', created_at: 0 })
      .execute(),
  )
  await app.services.access.reload()
  const { url, data } = await createCollection(app)
  const headers = await app.key(['documents.write'], ['other'])

  const replies = [
    await app.inject({ url, headers }),
    await app.inject({ ...items(url, 'POST', ['d_x']), headers }),
    await app.inject({
      method: 'POST',
      url: '/v1/collections',
      headers,
      payload: { name: 'x', parentCollectionId: data.id },
    }),
    await app.inject({ url: '/v1/collections', headers }),
  ]

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 200])
  expect(replies[3]?.json().data).toEqual([])
})

test('a repeated request with its key has one effect', async () => {
  await using app = await startApp()
  const create = {
    method: 'POST',
    url: '/v1/collections',
    headers: { 'idempotency-key': 'k' },
    payload: { name: 'x' },
  } as const

  const replies = await Promise.all(Array.from({ length: 4 }, () => app.inject(create)))

  expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
  expect((await app.inject('/v1/collections')).json().data).toHaveLength(1)
})

test('the text of a prompt in a collection is for those who may read prompts', async () => {
  await using app = await startApp()
  const { url, data } = await createCollection(app)
  const prompt = (
    await app.inject({
      method: 'POST',
      url: '/v1/prompts',
      payload: { title: 'P', description: 'About', content: 'hidden' },
    })
  ).json().data
  await app.inject(items(url, 'POST', [prompt.id], 'prompt'))
  await createDocument(app, { content: 'shown', collectionIds: [data.id] })
  const read = async (scopes: string[]) =>
    (await app.inject({ url: `${url}/items?includeContent=true`, headers: await app.key(scopes) }))
      .json()
      .data.map(({ itemType, content }: { itemType: string; content?: string }) => [
        itemType,
        content,
      ])
      .sort()

  expect(await read(['documents.read'])).toEqual([
    ['document', 'shown'],
    ['prompt', undefined],
  ])
  expect(await read(['documents.read', 'prompts.read'])).toEqual([
    ['document', 'shown'],
    ['prompt', 'hidden'],
  ])
})
