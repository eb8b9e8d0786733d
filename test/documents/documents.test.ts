import { expect, test } from 'vitest'
import { sha256Hex } from '../../src/lib/hash.ts'
import { startApp } from '../support/app.ts'
import { createDocument } from '../support/documents.ts'

test('a created document is acknowledged at revision 0 with its address and validators', async () => {
  await using app = await startApp()
  const content = '# Key Decisions\r\n\r\n- Migrate 🚀\n'

  const reply = await app.inject({
    method: 'POST',
    url: '/v1/documents',
    payload: { title: 'Notes', content, tags: [' a ', 'b', 'a', ''] },
  })

  const { data } = reply.json()
  expect(reply.statusCode).toBe(201)
  expect(data).toEqual({
    id: expect.stringMatching(/^d_[A-Za-z0-9]{21}$/),
    title: 'Notes',
    revision: 0,
    currentVersion: 0,
    contentHash: sha256Hex(content),
    lastChangedAt: app.clock.now(),
    noop: false,
  })
  expect(reply.headers).toMatchObject({
    location: `/v1/documents/${data.id}`,
    etag: `"doc:${data.id}:rev:0:sha256:${data.contentHash}"`,
    'x-contextrepo-revision': '0',
    'x-contextrepo-content-hash': data.contentHash,
  })
})

test('a detail read gives the text byte for byte, and leaves out what has no value', async () => {
  await using app = await startApp()
  const content = '\uFEFF# T\r\n\ttab  \u00a0nbsp \u200d joiner 👩‍👩‍👧 e\u0301\r\n'
  const { url, etag, id } = await createDocument(app, { content, tags: ['x'] })

  const reply = await app.inject(url)

  expect(reply.json().data).toEqual({
    id,
    title: 'Guide',
    status: 'completed',
    isArchived: false,
    createdAt: app.clock.now(),
    updatedAt: app.clock.now(),
    revision: 0,
    currentVersion: 0,
    contentHash: sha256Hex(content),
    lastChangedAt: app.clock.now(),
    etag,
    content,
    tags: ['x'],
    sourceType: 'text',
  })
  expect(reply.headers.etag).toBe(etag)
})

test('a detail read without content has everything else', async () => {
  await using app = await startApp()
  const { url } = await createDocument(app)

  const { data } = (await app.inject(`${url}?includeContent=false`)).json()

  expect(data).not.toHaveProperty('content')
  expect(data.title).toBe('Guide')
})

test.for([
  ['the validator', (etag: string) => etag, 304],
  ['its weak form', (etag: string) => `W/${etag}`, 304],
  ['the form of a compressed delivery', (etag: string) => `W/${etag.slice(0, -1)}-gzip"`, 304],
  ['a list', (etag: string) => `"a", ${etag}`, 304],
  ['another one', () => '"doc:x:rev:0:sha256:0"', 200],
] as const)('a detail read with If-None-Match of %s answers %i', async ([, header, status]) => {
  await using app = await startApp()
  const { url, etag } = await createDocument(app)

  const reply = await app.inject({ url, headers: { 'if-none-match': header(etag) } })

  expect(reply.statusCode).toBe(status)
  expect(reply.headers.etag).toBe(etag)
  if (status === 304) expect(reply.body).toBe('')
})

test.for([
  ['without a title', { content: 'x' }, 'invalid_request'],
  ['without content', { title: 'x' }, 'invalid_request'],
  ['with a blank title', { title: ' ', content: 'x' }, 'invalid_request'],
  ['with empty content', { title: 'x', content: '' }, 'invalid_request'],
  ['with a title over 512', { title: 'x'.repeat(513), content: 'x' }, 'invalid_request'],
  ['with a NUL', { title: 'x', content: 'a\0b' }, 'invalid_request'],
  ['with half a surrogate pair', { title: 'x', content: 'a\ud800b' }, 'invalid_request'],
  [
    'with half a surrogate pair in metadata',
    { title: 'x', content: 'x', metadata: { a: '\udc00' } },
    'invalid_request',
  ],
  ['with a comma in a tag', { title: 'x', content: 'x', tags: ['a,b'] }, 'invalid_request'],
  ['with a tag over 128', { title: 'x', content: 'x', tags: ['x'.repeat(129)] }, 'invalid_request'],
  [
    'with 65 tags',
    { title: 'x', content: 'x', tags: Array.from({ length: 65 }, (_, n) => `t${n}`) },
    'invalid_request',
  ],
  ['with tags as a text', { title: 'x', content: 'x', tags: 'a' }, 'invalid_request'],
  [
    'in an unknown workspace',
    { title: 'x', content: 'x', workspaceId: 'none' },
    'unknown_workspace',
  ],
] as const)(
  'a document %s is refused with 400 and nothing is kept',
  async ([, payload, reason]) => {
    await using app = await startApp()

    const reply = await app.inject({ method: 'POST', url: '/v1/documents', payload })

    expect(reply.statusCode).toBe(400)
    expect(reply.json().error_code).toBe(reason)
    expect((await app.inject('/v1/documents')).json().data).toEqual([])
  },
)

test('a document over the limit is refused with 413 that names limit and size', async () => {
  await using app = await startApp()

  const reply = await app.inject({
    method: 'POST',
    url: '/v1/documents',
    payload: { title: 'x', content: 'é'.repeat(4 * 1024 * 1024 + 1) },
  })

  expect(reply.statusCode).toBe(413)
  expect(reply.json().error.details).toMatchObject({
    limit: 'documentBytes',
    value: 8388608,
    sent: 8388610,
  })
})

test('a document for a collection that is not there is refused and nothing is kept', async () => {
  await using app = await startApp()

  const reply = await app.inject({
    method: 'POST',
    url: '/v1/documents',
    payload: { title: 'x', content: 'x', collectionIds: ['col_none'] },
  })

  expect(reply.statusCode).toBe(404)
  expect(reply.json().error_code).toBe('collection_not_found')
  expect((await app.inject('/v1/documents')).json().data).toEqual([])
})

test.for([
  ['GET', ''],
  ['PATCH', ''],
  ['DELETE', ''],
  ['GET', '/versions'],
  ['POST', '/restore'],
  ['GET', '/coordination'],
  ['PUT', '/coordination'],
  ['DELETE', '/coordination'],
  ['POST', '/coordination/lease'],
] as const)('%s of an unknown document%s is 404', async ([method, path]) => {
  await using app = await startApp()
  const payload =
    path === '/restore'
      ? { versionId: 'dv_x' }
      : path === '/coordination/lease'
        ? { action: 'acquire' }
        : {}

  const reply = await app.inject({
    method,
    url: `/v1/documents/d_none${path}`,
    headers: { 'idempotency-key': 'k' },
    ...(method === 'GET' ? {} : { payload }),
  })

  expect(reply.statusCode).toBe(404)
  expect(reply.json().error_code).toBe('document_not_found')
})

test('a deleted document is gone with its history, its text and its search hit', async () => {
  await using app = await startApp()
  const { url, id } = await createDocument(app, { content: 'a very particular sentence' })
  const shared = await createDocument(app, { content: 'kept by another' })
  const twin = await createDocument(app, { content: 'kept by another' })
  await app.inject({ method: 'PATCH', url, payload: { content: 'another particular sentence' } })

  const reply = await app.inject({ method: 'DELETE', url })
  await app.inject({ method: 'DELETE', url: shared.url })

  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual({ success: true, id })
  expect((await app.inject(url)).statusCode).toBe(404)
  const found = await app.inject('/v1/search?semantic=false&q=particular')
  expect(found.json().data.documents).toEqual([])
  const blobs = await app.store.read.selectFrom('blobs').select(['content', 'refs']).execute()
  expect(blobs).toEqual([{ content: 'kept by another', refs: 1 }])
  expect((await app.inject(twin.url)).json().data.content).toBe('kept by another')
})

test('a list is newest first, in pages of the limit, with cursors in both forms', async () => {
  await using app = await startApp()
  const ids: string[] = []
  for (let n = 0; n < 5; n += 1) {
    app.clock.advance(1)
    ids.unshift((await createDocument(app, { title: `D${n}` })).id)
  }
  const page = async (query: string) => (await app.inject(`/v1/documents?${query}`)).json()

  const first = await page('limit=2')
  const second = await page(`limit=2&cursor=${encodeURIComponent(first.pagination.cursor)}`)
  const bare = await page(`limit=2&cursor=${Buffer.from('4').toString('base64')}`)

  expect(first.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2))
  expect(first.pagination).toEqual({
    cursor: Buffer.from('{"1":"2"}').toString('base64'),
    hasMore: true,
  })
  expect(second.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2, 4))
  expect(bare.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(4))
  expect(bare.pagination.hasMore).toBe(false)
})

test('documents of one millisecond are told apart by their id, so no page repeats one', async () => {
  await using app = await startApp()
  for (let n = 0; n < 7; n += 1) await createDocument(app)

  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const { data, pagination } = (await app.inject(`/v1/documents?limit=3&cursor=${cursor}`)).json()
    seen.push(...data.map(({ id }: { id: string }) => id))
    cursor = encodeURIComponent(pagination.cursor)
    if (!pagination.hasMore) break
  }

  expect(new Set(seen).size).toBe(7)
})

test.for([
  'limit=0',
  'limit=-1',
  'limit=1.5',
  'limit=x',
  'limit=',
  'cursor=%21',
  'cursor=eyIxIjoiLTEifQ==',
  'includeArchived=yes',
  'includeContent=1',
  'status=done',
])('a list with %s is refused', async (query) => {
  await using app = await startApp()

  const reply = await app.inject(`/v1/documents?${query}`)

  expect(reply.statusCode).toBe(400)
})

test('a limit over the maximum is the maximum', async () => {
  await using app = await startApp()

  const reply = await app.inject('/v1/documents?limit=100000')

  expect(reply.statusCode).toBe(200)
})

test('a list is filtered by tags that must all be there, by title and by status', async () => {
  await using app = await startApp()
  const both = await createDocument(app, { title: '100% Straße_A', tags: ['a', 'b'] })
  const one = await createDocument(app, { title: 'Other', tags: ['a'] })
  const ids = async (query: string) =>
    ((await app.inject(`/v1/documents?${query}`)).json().data as { id: string }[])
      .map(({ id }) => id)
      .sort()
  const all = [both.id, one.id].sort()

  expect(await ids('tags=a')).toEqual(all)
  expect(await ids('tags=a,b')).toEqual([both.id])
  expect(await ids('tags=a&tags=b')).toEqual([both.id])
  expect(await ids('tags=b,none')).toEqual([])
  expect(await ids('tags=,')).toEqual(all)
  expect(await ids('tags=A')).toEqual([])
  expect(await ids(`search=${encodeURIComponent('100%')}`)).toEqual([both.id])
  expect(await ids(`search=${encodeURIComponent('STRASSE_')}`)).toEqual([both.id])
  expect(await ids('search=%25%25')).toEqual([])
  expect(await ids('status=completed')).toEqual(all)
  expect(await ids('status=failed')).toEqual([])
})

test('a list shows at most 2,000 characters of content, and only when asked', async () => {
  await using app = await startApp()
  await createDocument(app, { content: '🚀'.repeat(2500) })

  const without = (await app.inject('/v1/documents')).json().data[0]
  const with_ = (await app.inject('/v1/documents?includeContent=true')).json().data[0]

  expect(without).not.toHaveProperty('content')
  expect(with_.content).toBe('🚀'.repeat(2000))
})

test('a key of another workspace finds nothing of this one', async () => {
  await using app = await startApp()
  await app.store.write((tx) =>
    tx
      .insertInto('workspaces')
      .values({ id: 'other', name: 'Other', settings: '{}', created_at: 0 })
      .execute(),
  )
  await app.services.access.reload()
  const { url } = await createDocument(app, { content: 'only for default' })
  const headers = await app.key(['documents.write'], ['other'])

  const replies = await Promise.all([
    app.inject({ url, headers }),
    app.inject({ method: 'PATCH', url, headers, payload: { title: 'mine' } }),
    app.inject({ method: 'DELETE', url, headers }),
    app.inject({ url: `${url}/versions`, headers }),
    app.inject({ url: '/v1/documents', headers }),
    app.inject({ url: '/v1/search?q=default&semantic=false', headers }),
    app.inject({ url: `${url}?workspace=default`, headers }),
  ])

  expect(replies.slice(0, 4).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
  expect(replies[4]?.json().data).toEqual([])
  expect(replies[5]?.json().data.documents).toEqual([])
  expect(replies[6]?.json().error_code).toBe('unknown_workspace')
})

test('a key that may only read is refused every change before anything is looked up', async () => {
  await using app = await startApp()
  const headers = await app.key(['documents.read'])

  const replies = await Promise.all([
    app.inject({
      method: 'POST',
      url: '/v1/documents',
      headers,
      payload: { title: 'x', content: 'x' },
    }),
    app.inject({ method: 'PATCH', url: '/v1/documents/d_none', headers, payload: {} }),
    app.inject({ method: 'DELETE', url: '/v1/documents/d_none', headers }),
  ])

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403])
})
