import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { startApp } from '../support/app.ts'
import { createDocument } from '../support/documents.ts'

async function createCollection(app: TestApp, body: object = {}) {
  const reply = await app.inject({
    method: 'POST',
    url: '/v1/collections',
    payload: { name: 'Standards', ...body },
  })
  const { id } = reply.json().data as { id: string }
  return { id, url: `/v1/collections/${id}`, items: `/v1/collections/${id}/items` }
}

async function addWorkspace(app: TestApp, id: string): Promise<void> {
  await app.store.write((tx) =>
    tx.insertInto('workspaces').values({ id, name: id, settings: '{}', created_at: 0 }).execute(),
  )
  await app.services.access.reload()
}

const documents = (...itemIds: string[]) => ({ itemIds, itemType: 'document' })

const read = async (app: TestApp, url: string) => (await app.inject(url)).json().data

test('every mutation that is sent again with its key answers the same and does nothing', async () => {
  await using app = await startApp()
  const headers = { 'idempotency-key': 'once' }
  const { id } = await createDocument(app)
  const create = {
    method: 'POST',
    url: '/v1/collections',
    headers,
    payload: { name: 'x' },
  } as const
  const first = await app.inject(create)
  const url = String(first.headers.location)
  const requests = [
    create,
    { method: 'PATCH', url, headers, payload: { name: 'y' } },
    { method: 'POST', url: `${url}/items`, headers, payload: documents(id) },
    { method: 'PUT', url: `${url}/items`, headers, payload: documents(id) },
    { method: 'DELETE', url, headers },
  ] as const

  const replies = []
  for (const request of requests) {
    const done = request === create ? first : await app.inject(request)
    const again = await app.inject(request)
    replies.push([
      again.statusCode,
      again.body === done.body,
      again.headers.location === done.headers.location,
      done.headers['idempotency-replayed'],
      again.headers['idempotency-replayed'],
    ])
  }
  const reused = await app.inject({ ...create, payload: { name: 'z' } })

  expect(replies).toEqual([
    [201, true, true, undefined, 'true'],
    ...Array.from({ length: 4 }, () => [200, true, true, undefined, 'true']),
  ])
  expect([reused.statusCode, reused.json().error_code]).toEqual([422, 'idempotency_key_reused'])
  expect(await read(app, '/v1/collections')).toEqual([])
})

test('what is repeated answers what the first one did, not what it would do now', async () => {
  await using app = await startApp()
  const { items } = await createCollection(app)
  const { id } = await createDocument(app)
  const add = {
    method: 'POST',
    url: items,
    headers: { 'idempotency-key': 'k' },
    payload: documents(id),
  } as const

  await app.inject(add)
  await app.inject({ method: 'PUT', url: items, payload: documents(id) })
  const again = await app.inject(add)

  expect(again.json()).toEqual({ data: { added: 1, alreadyInCollection: 0 } })
  expect(await read(app, items)).toEqual([])
})

test('the count is the number of items after adding, taking out and deleting at the same time', async () => {
  await using app = await startApp()
  const { url, items } = await createCollection(app)
  const made = await Promise.all(Array.from({ length: 12 }, () => createDocument(app)))
  const ids = made.map(({ id }) => id)

  await Promise.all([
    ...ids.map((id) => app.inject({ method: 'POST', url: items, payload: documents(id) })),
    ...ids
      .slice(0, 4)
      .map((id) => app.inject({ method: 'PUT', url: items, payload: documents(id) })),
    ...made.slice(4, 8).map((document) => app.inject({ method: 'DELETE', url: document.url })),
    ...ids.slice(6).map((id) => app.inject({ method: 'POST', url: items, payload: documents(id) })),
  ])

  const rows: { itemId: string }[] = await read(app, `${items}?limit=100`)
  expect((await read(app, url)).itemCount).toBe(rows.length)
  expect(rows.map(({ itemId }) => itemId)).toEqual(expect.arrayContaining(ids.slice(8)))
  expect(rows.every(({ itemId }) => !ids.slice(4, 8).includes(itemId))).toBe(true)
})

test('a thousand items are added in one request, and one more is too many', async () => {
  await using app = await startApp()
  const { id: collectionId, url, items } = await createCollection(app)
  const made = await Promise.all(Array.from({ length: 501 }, () => createDocument(app)))
  const ids = made.map(({ id }) => id)
  const add = (itemIds: readonly string[]) =>
    app.inject({ method: 'POST', url: items, payload: { itemIds, itemType: 'document' } })

  const added = await add(ids)
  const repeated = await add([...ids, ...ids.slice(0, 499)])
  const tooMany = await add([...ids, ...ids.slice(0, 500)])
  const taken = await app.inject({ method: 'PUT', url: items, payload: documents(...ids) })

  expect(added.json().data).toEqual({ added: 501, alreadyInCollection: 0 })
  expect(repeated.json().data).toEqual({ added: 0, alreadyInCollection: 501 })
  expect(tooMany.statusCode).toBe(400)
  expect(taken.json().data).toEqual({ removed: 501 })
  expect(await read(app, url)).toMatchObject({ id: collectionId, itemCount: 0 })
})

test('the last activity moves with items and with nothing else', async () => {
  await using app = await startApp()
  const { url, items } = await createCollection(app)
  const one = await createDocument(app)
  const two = await createDocument(app)
  const after = async (request: Parameters<TestApp['inject']>[0]) => {
    app.clock.advance(10)
    await app.inject(request)
    const { lastActivityAt, updatedAt } = await read(app, url)
    return [lastActivityAt === app.clock.now(), updatedAt === app.clock.now()]
  }

  expect([
    await after({ method: 'PATCH', url, payload: { name: 'Other' } }),
    await after({ method: 'POST', url: items, payload: documents(one.id, two.id) }),
    await after({ method: 'POST', url: items, payload: documents(one.id) }),
    await after({ method: 'PUT', url: items, payload: documents(one.id) }),
    await after({ method: 'PUT', url: items, payload: documents(one.id) }),
    await after({ method: 'DELETE', url: two.url }),
  ]).toEqual([
    [false, true],
    [true, false],
    [false, false],
    [true, false],
    [false, false],
    [true, false],
  ])
})

test('following the cursor shows each item once, last added first, in either form', async () => {
  await using app = await startApp()
  const { items } = await createCollection(app)
  const made: string[] = []
  for (let n = 0; n < 5; n += 1) {
    const { id } = await createDocument(app)
    made.push(id)
    app.clock.advance(1)
    await app.inject({ method: 'POST', url: items, payload: documents(id) })
  }

  const seen: string[] = []
  const cursors: string[] = []
  let query = 'limit=2'
  for (let more = true; more; ) {
    const { data, pagination } = (await app.inject(`${items}?${query}`)).json()
    seen.push(...data.map(({ itemId }: { itemId: string }) => itemId))
    cursors.push(Buffer.from(pagination.cursor, 'base64').toString())
    query = `limit=2&cursor=${encodeURIComponent(pagination.cursor)}`
    more = pagination.hasMore
  }
  const bare = await read(app, `${items}?cursor=${Buffer.from('4').toString('base64')}`)

  expect(seen).toEqual(made.reverse())
  expect(cursors).toEqual(['{"1":"2"}', '{"1":"4"}', '{"1":"6"}'])
  expect(bare).toMatchObject([{ itemId: made[4] }])
})

test.for([
  ['?limit=0', 'invalid_request'],
  ['?limit=ten', 'invalid_request'],
  ['?cursor=nonsense', 'invalid_cursor'],
  ['?workspace=none', 'unknown_workspace'],
  ['/items?limit=0', 'invalid_request'],
  ['/items?cursor=nonsense', 'invalid_cursor'],
  ['/items?includeContent=1', 'invalid_request'],
] as const)('a list at %s is refused as %s', async ([path, reason]) => {
  await using app = await startApp()
  const { url } = await createCollection(app)

  const reply = await app.inject(`${path.startsWith('/') ? url : '/v1/collections'}${path}`)

  expect([reply.statusCode, reply.json().error_code]).toEqual([400, reason])
})

test.for([
  ['no items', { itemIds: [], itemType: 'document' }],
  ['an unknown kind', { itemIds: ['d_1'], itemType: 'collection' }],
  ['no kind', { itemIds: ['d_1'] }],
  ['one id as text', { itemIds: 'd_1', itemType: 'document' }],
  ['an id that is no id', { itemIds: ['d 1'], itemType: 'document' }],
  ['a number as id', { itemIds: [1], itemType: 'document' }],
] as const)('adding and taking out %s is refused', async ([, payload]) => {
  await using app = await startApp()
  const { items } = await createCollection(app)

  const replies = [
    await app.inject({ method: 'POST', url: items, payload }),
    await app.inject({ method: 'PUT', url: items, payload }),
  ]

  expect(replies.map((reply) => [reply.statusCode, reply.json().error_code])).toEqual([
    [400, 'invalid_request'],
    [400, 'invalid_request'],
  ])
})

test.for([
  ['GET', '', undefined],
  ['PATCH', '', {}],
  ['DELETE', '', undefined],
  ['GET', '/items', undefined],
  ['POST', '/items', { itemIds: ['d_1'], itemType: 'document' }],
  ['PUT', '/items', { itemIds: ['d_1'], itemType: 'document' }],
] as const)('%s of an unknown collection%s is 404', async ([method, path, payload]) => {
  await using app = await startApp()

  const reply = await app.inject({
    method,
    url: `/v1/collections/col_none${path}`,
    ...(payload === undefined ? {} : { payload }),
  })

  expect([reply.statusCode, reply.json().error_code]).toEqual([404, 'collection_not_found'])
})

test('reading needs the scope to read documents, writing the scope to write them', async () => {
  await using app = await startApp()
  const { url, items } = await createCollection(app)
  const { id } = await createDocument(app)
  const prompts = await app.key(['prompts.write'])
  const reader = await app.key(['documents.read'])
  const writer = await app.key(['documents.write'])
  const requests = [
    { url: '/v1/collections' },
    { url },
    { url: items },
    { method: 'POST', url: '/v1/collections', payload: { name: 'x' } },
    { method: 'PATCH', url, payload: { name: 'x' } },
    { method: 'POST', url: items, payload: documents(id) },
    { method: 'PUT', url: items, payload: documents(id) },
    { method: 'DELETE', url },
  ] as const
  const statuses = async (headers: { authorization: string }) => {
    const seen: number[] = []
    for (const request of requests)
      seen.push((await app.inject({ ...request, headers })).statusCode)
    return seen
  }

  expect(await statuses(prompts)).toEqual([403, 403, 403, 403, 403, 403, 403, 403])
  expect(await statuses(reader)).toEqual([200, 200, 200, 403, 403, 403, 403, 403])
  expect(await statuses(writer)).toEqual([200, 200, 200, 201, 200, 200, 200, 200])
})

test('nothing crosses from one workspace into another', async () => {
  await using app = await startApp()
  await addWorkspace(app, 'other')
  const here = await createCollection(app)
  const there = await createCollection(app, { workspaceId: 'other' })
  const document = await createDocument(app, { workspaceId: 'other' })
  const headers = await app.key(['documents.write'], ['other'])

  const replies = [
    await app.inject({ method: 'POST', url: here.items, payload: documents(document.id) }),
    await app.inject({
      method: 'POST',
      url: '/v1/documents',
      payload: { title: 'x', content: 'x', workspaceId: 'other', collectionIds: [here.id] },
    }),
    await app.inject({ method: 'PATCH', url: here.url, headers, payload: { name: 'x' } }),
    await app.inject({ method: 'DELETE', url: here.url, headers }),
    await app.inject({ url: here.items, headers }),
    await app.inject({
      method: 'POST',
      url: there.items,
      headers,
      payload: documents(document.id),
    }),
  ]

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 200])
  expect((await read(app, here.url)).itemCount).toBe(0)
  expect(await read(app, '/v1/documents?workspace=other')).toHaveLength(1)
  expect(await read(app, '/v1/collections?workspace=other')).toMatchObject([{ id: there.id }])
})

test('a document that one missing collection stopped is nowhere', async () => {
  await using app = await startApp()
  const { id, url } = await createCollection(app)

  const reply = await app.inject({
    method: 'POST',
    url: '/v1/documents',
    payload: { title: 'x', content: 'unfinished', collectionIds: [id, 'col_none'] },
  })

  expect(reply.json().error).toMatchObject({ code: 404, details: { id: 'col_none' } })
  expect(await read(app, '/v1/documents')).toEqual([])
  expect((await read(app, url)).itemCount).toBe(0)
  expect(await app.store.read.selectFrom('blobs').select('hash').execute()).toEqual([])
  expect(await app.store.read.selectFrom('item_tags').select('tag').execute()).toEqual([])
})

test('search and tag filters follow every change of a collection and its end', async () => {
  await using app = await startApp()
  const { id, url } = await createCollection(app, { name: 'Walrus', tags: ['a'] })
  const found = async (query: string) =>
    (await read(app, `/v1/search?semantic=false&type=collections&${query}`)).collections.map(
      ({ collectionId }: { collectionId: string }) => collectionId,
    )
  const tagged = async (tag: string) =>
    (await read(app, `/v1/collections?tags=${tag}`)).map((row: { id: string }) => row.id)
  const indexed = () =>
    app.store.fullText.candidates(app.store.read, {
      needle: 'narwhal',
      type: 'collection',
      workspaceId: 'default',
    })

  await app.inject({ method: 'PATCH', url, payload: { name: 'Narwhal', tags: ['b'] } })
  const changed = [
    await found('q=walrus'),
    await found('q=narwhal'),
    await tagged('a'),
    await indexed(),
  ]
  await app.inject({ method: 'DELETE', url })

  expect(changed).toEqual([[], [id], [], [id]])
  expect([await found('q=narwhal'), await tagged('b'), await indexed()]).toEqual([[], [], []])
})

test('tags and description are cleared by sending them empty', async () => {
  await using app = await startApp()
  const { url } = await createCollection(app, { description: 'Old', tags: [' a', 'a', 'b'] })

  const before = await read(app, url)
  await app.inject({ method: 'PATCH', url, payload: { description: '', tags: [] } })

  expect(before.tags).toEqual(['a', 'b'])
  expect(await read(app, url)).toMatchObject({ description: '', tags: [], name: 'Standards' })
})

test.for([
  ['a tag with a comma', { tags: ['a,b'] }],
  ['a name over 512 characters', { name: 'x'.repeat(513) }],
  ['a description with half a surrogate pair', { description: '\ud800' }],
  ['a colour of three digits', { color: '#fff' }],
  ['an icon over its length', { icon: 'x'.repeat(65) }],
  ['a name of null', { name: null }],
] as const)('a change to %s is refused and changes nothing', async ([, payload]) => {
  await using app = await startApp()
  const { url } = await createCollection(app)
  const before = await read(app, url)

  const reply = await app.inject({ method: 'PATCH', url, payload })

  expect([reply.statusCode, reply.json().error_code]).toEqual([400, 'invalid_request'])
  expect(await read(app, url)).toEqual(before)
})
