import { expect, test } from 'vitest'
import type { Caller } from '../../src/contracts/caller.ts'
import { readHistory } from '../../src/documents/history.ts'
import { sha256Hex } from '../../src/lib/hash.ts'
import type { TestApp } from '../support/app.ts'
import { startApp } from '../support/app.ts'
import { createDocument } from '../support/documents.ts'

const patch = (app: TestApp, url: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'PATCH', url, payload, headers })

test('metadata with its keys in another order is no change', async () => {
  await using app = await startApp()
  const { url } = await createDocument(app, { metadata: { a: 1, b: { c: 2, d: [1, 2] } } })

  const same = await patch(app, url, { metadata: { b: { d: [1, 2], c: 2 }, a: 1 } })
  const other = await patch(app, url, { metadata: { b: { d: [2, 1], c: 2 }, a: 1 } })

  expect(same.json().data).toMatchObject({ revision: 0, noop: true })
  expect(other.json().data).toMatchObject({ revision: 1, noop: false })
  expect((await app.inject(url)).json().data.metadata).toEqual({ b: { d: [2, 1], c: 2 }, a: 1 })
})

test('metadata keeps a key that objects have of their own, and pollutes nothing', async () => {
  await using app = await startApp()
  const payload =
    '{"title":"T","content":"c","metadata":{"__proto__":{"polluted":true},"constructor":1}}'

  const reply = await app.inject({
    method: 'POST',
    url: '/v1/documents',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'k' },
    payload,
  })
  const { id } = reply.json().data
  const body = (await app.inject(`/v1/documents/${id}`)).body

  expect(body).toContain('"metadata":{"__proto__":{"polluted":true},"constructor":1}')
  expect({}).not.toHaveProperty('polluted')
})

test('a history whose document is deleted while it is read is not there, never a version without its text', async () => {
  await using app = await startApp()
  const { url, id } = await createDocument(app)
  // All that a read asks of its caller.
  const owner = { workspaceId: 'default' } as Caller
  let queries = 0
  const read = app.store.read.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      queries += 1
      // The rows of the versions have been read, their texts have not.
      if (queries === 2) await app.inject({ method: 'DELETE', url })
      return result
    },
  })

  const history = readHistory(read, owner, id, {}, app.config.limits)

  await expect(history).rejects.toMatchObject({ reason: 'document_not_found' })
})

test.for([
  ['line ends', 'abc\n'],
  ['quotes', 'a "'.padEnd(4)],
  ['characters of four bytes', '🚀'],
] as const)(
  'a text of exactly the limit is kept although JSON makes more of its %s',
  async ([, unit]) => {
    await using app = await startApp()
    const content = unit.repeat((8 * 1024 * 1024) / Buffer.byteLength(unit))

    const { url, contentHash } = await createDocument(app, { content })

    expect(contentHash).toBe(sha256Hex(content))
    expect((await app.inject(url)).json().data.content).toBe(content)
  },
)

test.for([
  ['contentHtml', 5],
  ['title', null],
  ['title', ''],
  ['title', 't'.repeat(513)],
  ['content', null],
  ['content', ''],
  ['content', 'a\0'],
  ['rawHtml', '\udfff'],
  ['sourceUrl', 'u'.repeat(4097)],
  ['sourceUrl', ['https://a.example']],
  ['metadata', null],
  ['metadata', []],
  ['metadata', 'text'],
  ['metadata', { '\ud800': 1 }],
  ['metadata', { k: '\0' }],
  ['metadata', { k: 'x'.repeat(65536) }],
  ['tags', null],
  ['tags', 'a'],
  ['tags', [1]],
  ['tags', ['a,b']],
  ['tags', ['a\0']],
  ['changeLog', 7],
  ['changeLog', 'c'.repeat(4097)],
  ['changeLog', '\ud83d'],
  ['expectedRevision', null],
  ['expectedRevision', 0.5],
  ['expectedRevision', [0]],
] as const)('a change that sets %s to %j is refused whole', async ([field, value]) => {
  await using app = await startApp()
  const { url, etag } = await createDocument(app)

  const reply = await patch(app, url, { content: 'other', title: 'Other', [field]: value })

  expect(reply.statusCode).toBe(400)
  expect(reply.json().error.details.field).toContain(field)
  expect((await app.inject(url)).headers.etag).toBe(etag)
})

test.for(['', '[]', '"text"', 'null', '{', '\ufeff', '{"title":"a"}x'])(
  'a change whose body is %j is refused with 400',
  async (payload) => {
    await using app = await startApp()
    const { url } = await createDocument(app)

    const reply = await app.inject({
      method: 'PATCH',
      url,
      headers: { 'content-type': 'application/json' },
      payload,
    })

    expect(reply.statusCode).toBe(400)
  },
)

test('the largest sizes are taken', async () => {
  await using app = await startApp()
  const body = {
    title: '🚀'.repeat(512),
    content: 'x',
    tags: Array.from({ length: 64 }, (_, n) => `${100 + n}${'🚀'.repeat(125)}`),
    metadata: { k: 'x'.repeat(65536 - 8) },
  }

  const { url } = await createDocument(app, body)
  const changed = await patch(app, url, {
    sourceUrl: 'u'.repeat(4096),
    changeLog: '🚀'.repeat(4096),
    expectedRevision: 0,
  })

  expect(changed.statusCode).toBe(200)
  expect((await app.inject(url)).json().data).toMatchObject(body)
})

test.for(['one tag twice', 'spaces around'] as const)(
  'tags that are the same after cleaning are no change: %s',
  async (how) => {
    await using app = await startApp()
    const { url } = await createDocument(app, { tags: ['a', 'b'] })

    const reply = await patch(app, url, {
      tags: how === 'one tag twice' ? ['a', 'b', 'a'] : [' a', 'b ', '', '  '],
    })
    const reordered = await patch(app, url, { tags: ['b', 'a'] })

    expect(reply.json().data.noop).toBe(true)
    expect(reordered.json().data).toMatchObject({ noop: false, revision: 1 })
    expect((await app.inject(url)).json().data.tags).toEqual(['b', 'a'])
  },
)

test.for(['x'.repeat(257), ''])('a retry key of %# is refused', async (key) => {
  await using app = await startApp()
  const { url } = await createDocument(app)

  const reply = await patch(app, url, { content: 'x' }, { 'idempotency-key': key })

  expect(reply.statusCode).toBe(400)
})

test.for(['-1', 'x', '1.5', '', '1e400', '99999999999999999999'])(
  'a lease fence of %j never makes a server error or a change',
  async (fence) => {
    await using app = await startApp()
    const { url, etag } = await createDocument(app)
    await app.inject({ method: 'PUT', url: `${url}/coordination`, headers: { 'if-match': etag } })

    const reply = await patch(
      app,
      url,
      { content: 'x' },
      {
        'if-match': etag,
        'idempotency-key': 'k',
        'x-contextrepo-lease-id': 'lease_x',
        'x-contextrepo-lease-fence': fence,
      },
    )

    expect(reply.statusCode).toBeGreaterThanOrEqual(400)
    expect(reply.statusCode).toBeLessThan(500)
  },
)

test.for([
  'search=%00',
  'search=%ff',
  'search=%CC%81',
  'search=a&search=b',
  'limit=5&limit=6',
  'limit=99999999999999999999',
  'limit=1e3',
  'limit=0x10',
  'cursor=a&cursor=b',
  `cursor=${Buffer.from('999999999999999').toString('base64')}`,
  `cursor=${Buffer.from('9'.repeat(30)).toString('base64')}`,
  'cursor=bnVsbA==',
  'status=',
  'collectionId=col_none',
  "collectionId=' or 1=1 --",
  'includeContent=TRUE',
  `tags=${Array.from({ length: 65 }, (_, n) => n).join(',')}`,
  'tags=%00',
  'workspace=',
  'unknown=1',
])('a list with %s answers 200 or a taught 400', async (query) => {
  await using app = await startApp()
  await createDocument(app, { tags: ['a'] })

  const reply = await app.inject(`/v1/documents?${query.replaceAll(' ', '%20')}`)

  expect([200, 400]).toContain(reply.statusCode)
  if (reply.statusCode === 400) expect(reply.json().error.message).toMatch(/^[A-Z_]+: .+\.$/)
})

test.for(['%00', 'a%2Fb', '..', 'a.b', 'x'.repeat(129), '%F0%9F%9A%80'])(
  'an id of %s is refused and never a server error',
  async (id) => {
    await using app = await startApp()

    for (const path of ['', '/versions', '/coordination']) {
      const reply = await app.inject(`/v1/documents/${id}${path}`)
      expect([400, 404]).toContain(reply.statusCode)
    }
  },
)
