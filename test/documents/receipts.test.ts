import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { startApp } from '../support/app.ts'
import { createDocument } from '../support/documents.ts'

const key = (value: string) => ({ 'idempotency-key': value })

async function otherWorkspace(app: TestApp): Promise<void> {
  await app.store.write((tx) =>
    tx
      .insertInto('workspaces')
      .values({ id: 'other', name: 'Other', settings: '{}', created_at: 0 })
      .execute(),
  )
  await app.services.access.reload()
}

test('a replay has the bytes, the status and the headers of the first answer', async () => {
  await using app = await startApp()
  const { url, etag } = await createDocument(app)
  const request = {
    method: 'PATCH',
    url,
    headers: { ...key('k'), 'if-match': etag },
    payload: { content: 'two' },
  } as const
  const named = (headers: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(headers).filter(([name]) =>
        /^(?:etag|location|x-contextrepo|content-)/.test(name),
      ),
    )

  const first = await app.inject(request)
  await app.inject({ method: 'PATCH', url, payload: { content: 'three' } })
  app.clock.advance(23 * 3_600_000)
  const replay = await app.inject(request)

  expect(replay.rawPayload.equals(first.rawPayload)).toBe(true)
  expect(replay.statusCode).toBe(first.statusCode)
  expect(named(replay.headers)).toEqual(named(first.headers))
  expect(Object.keys(named(first.headers))).toContain('x-contextrepo-revision')
  expect(replay.headers['idempotency-replayed']).toBe('true')
  expect(first.headers).not.toHaveProperty('idempotency-replayed')
  expect((await app.inject(url)).json().data.content).toBe('three')
})

test('the same key means another request in another operation, on another target, by another principal', async () => {
  await using app = await startApp()
  const writer = await app.key(['documents.write'])
  const one = await createDocument(app, {}, key('k'))
  const two = await createDocument(app, {}, { ...key('k'), ...writer })

  const replies = [
    await app.inject({
      method: 'PATCH',
      url: one.url,
      headers: key('k'),
      payload: { content: 'x' },
    }),
    await app.inject({
      method: 'PATCH',
      url: two.url,
      headers: key('k'),
      payload: { content: 'x' },
    }),
    await app.inject({ method: 'DELETE', url: one.url, headers: key('k') }),
  ]

  expect(one.id).not.toBe(two.id)
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  for (const { headers } of replies) expect(headers).not.toHaveProperty('idempotency-replayed')
})

test('the same key means another request in another workspace, and shows nothing of the first', async () => {
  await using app = await startApp()
  await otherWorkspace(app)
  const body = { title: 'Guide', content: 'c' }
  const create = (workspaceId: string) =>
    app.inject({
      method: 'POST',
      url: '/v1/documents',
      headers: key('k'),
      payload: { ...body, workspaceId },
    })

  const here = await create('default')
  const there = await create('other')

  expect(there.statusCode).toBe(201)
  expect(there.headers).not.toHaveProperty('idempotency-replayed')
  expect(there.json().data.id).not.toBe(here.json().data.id)
})

test('a key of one workspace makes nothing in another', async () => {
  await using app = await startApp()
  await otherWorkspace(app)
  const headers = await app.key(['documents.write'], ['other'])
  const create = (workspaceId?: string) =>
    app.inject({
      method: 'POST',
      url: '/v1/documents',
      headers,
      payload: { title: 'T', content: 'c', ...(workspaceId === undefined ? {} : { workspaceId }) },
    })

  const refused = await create('default')
  const made = await create()
  const { id } = made.json().data

  expect(refused.json().error_code).toBe('unknown_workspace')
  expect((await app.inject({ url: `/v1/documents/${id}`, headers })).json().data).toMatchObject({
    workspaceId: 'other',
  })
  expect((await app.inject(`/v1/documents/${id}`)).statusCode).toBe(404)
  expect((await app.inject('/v1/documents')).json().data).toEqual([])
  expect(
    (await app.inject('/v1/documents?workspace=other'))
      .json()
      .data.map((row: { id: string }) => row.id),
  ).toEqual([id])
})

test('a body with its keys in another order is the same request; another precondition is not', async () => {
  await using app = await startApp()
  const { url, etag } = await createDocument(app)
  const send = (payload: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'PATCH', url, headers: { ...key('k'), ...headers }, payload })

  await send({ content: 'two', title: 'Two', expectedRevision: 0 })
  const reordered = await send({ expectedRevision: 0, title: 'Two', content: 'two' })
  const without = await send({ content: 'two', title: 'Two' })
  const asHeader = await send({ content: 'two', title: 'Two' }, { 'if-match': etag })

  expect(reordered.headers['idempotency-replayed']).toBe('true')
  expect([without, asHeader].map(({ statusCode }) => statusCode)).toEqual([422, 422])
})

test('a deletion is answered again after its document is gone, and only under its key', async () => {
  await using app = await startApp()
  const { url, id } = await createDocument(app)

  await app.inject({ method: 'DELETE', url, headers: key('k') })
  const replay = await app.inject({ method: 'DELETE', url, headers: key('k') })
  const other = await app.inject({ method: 'DELETE', url, headers: key('l') })
  const stale = await app.inject({
    method: 'DELETE',
    url,
    headers: { ...key('k'), 'if-match': '"x"' },
  })

  expect(replay.json()).toEqual({ success: true, id })
  expect(replay.headers['idempotency-replayed']).toBe('true')
  expect(other.statusCode).toBe(404)
  expect(stale.statusCode).toBe(404)
})

test('a managed change is answered again after its lease has ended, but not under another fence', async () => {
  await using app = await startApp()
  const { url, etag } = await createDocument(app)
  await app.inject({ method: 'PUT', url: `${url}/coordination`, headers: { 'if-match': etag } })
  const acquire = async (retry: string) =>
    (
      await app.inject({
        method: 'POST',
        url: `${url}/coordination/lease`,
        headers: key(retry),
        payload: { action: 'acquire', ttlMs: 1000 },
      })
    ).json().data
  const write = ({ leaseId, fence }: { leaseId: string; fence: number }) =>
    app.inject({
      method: 'PATCH',
      url,
      headers: {
        ...key('w'),
        'if-match': etag,
        'x-contextrepo-lease-id': leaseId,
        'x-contextrepo-lease-fence': String(fence),
      },
      payload: { content: 'two' },
    })
  const first = await acquire('a')

  const done = await write(first)
  app.clock.advance(2000)
  const second = await acquire('b')
  const replay = await write(first)
  const changed = await write(second)

  expect(replay.body).toBe(done.body)
  expect(replay.headers['idempotency-replayed']).toBe('true')
  expect(changed.json().error_code).toBe('idempotency_key_reused')
  expect((await app.inject(url)).json().data.revision).toBe(1)
})

test('receipts are gone from the store after 24 hours', async () => {
  await using app = await startApp()
  await createDocument(app, {}, key('a'))
  app.clock.advance(24 * 3_600_000 - 1)
  const last = await createDocument(app, {}, key('a'))
  const count = async () =>
    (await app.store.read.selectFrom('receipts').select('scope').execute()).length

  const before = await count()
  app.clock.advance(1)
  const fresh = await createDocument(app, {}, key('a'))

  expect(fresh.id).not.toBe(last.id)
  expect([before, await count()]).toEqual([1, 1])
})
