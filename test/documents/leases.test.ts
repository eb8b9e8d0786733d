import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { startApp, tempDir, testClock } from '../support/app.ts'
import { createDocument } from '../support/documents.ts'

let keys = 0
const nextKey = () => {
  keys += 1
  return `key-${keys}`
}

async function managed(app: TestApp) {
  const document = await createDocument(app)
  const enabled = await app.inject({
    method: 'PUT',
    url: `${document.url}/coordination`,
    headers: { 'if-match': document.etag },
  })
  expect(enabled.statusCode).toBe(200)
  return document
}

const operate = (
  app: TestApp,
  url: string,
  payload: object,
  headers: Record<string, string> = {},
) =>
  app.inject({
    method: 'POST',
    url: `${url}/coordination/lease`,
    headers: { 'idempotency-key': nextKey(), ...headers },
    payload,
  })

const held = ({ data }: { data: { leaseId: string; fence: number } }) => ({
  'x-contextrepo-lease-id': data.leaseId,
  'x-contextrepo-lease-fence': String(data.fence),
})

test('a standard document has no lease and takes none', async () => {
  await using app = await startApp()
  const { url, id } = await createDocument(app)

  const state = await app.inject(`${url}/coordination`)
  const refused = await operate(app, url, { action: 'acquire' })

  expect(state.json()).toEqual({
    data: { documentId: id, policy: 'standard', fence: 0, lease: null },
  })
  expect(refused.statusCode).toBe(422)
  expect(refused.json().error_code).toBe('document_not_coordinatable')
})

test('managed mode needs the current validator, is repeatable, and is the owner’s to change', async () => {
  await using app = await startApp()
  const { url, etag } = await createDocument(app)
  const writer = await app.key(['documents.write'])
  const put = (headers: Record<string, string>) =>
    app.inject({ method: 'PUT', url: `${url}/coordination`, headers })

  const replies = [
    await put({}),
    await put({ 'if-match': etag.replace('rev:0', 'rev:1') }),
    await put({ ...writer, 'if-match': etag }),
    await put({ 'if-match': etag }),
    await put({ 'if-match': etag }),
  ]

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([428, 412, 403, 200, 200])
  expect(replies[4]?.json().data).toMatchObject({ policy: 'lease_required', fence: 0, lease: null })
  expect(replies[4]?.headers.etag).toBe(etag)
})

test('a managed document is written only by the holder of its lease, with everything that proves it', async () => {
  await using app = await startApp()
  const { url, etag } = await managed(app)
  const granted = await operate(app, url, { action: 'acquire', ttlMs: 60_000 })
  const lease = held(granted.json())
  const patch = (headers: Record<string, string>) =>
    app.inject({ method: 'PATCH', url, headers, payload: { content: 'changed' } })

  const bare = await patch({})
  const withoutLease = await patch({ 'if-match': etag, 'idempotency-key': nextKey() })
  const wrongFence = await patch({
    ...lease,
    'x-contextrepo-lease-fence': '0',
    'if-match': etag,
    'idempotency-key': nextKey(),
  })
  const wrongLease = await patch({
    ...lease,
    'x-contextrepo-lease-id': 'lease_x',
    'if-match': etag,
    'idempotency-key': nextKey(),
  })
  const good = await patch({ ...lease, 'if-match': etag, 'idempotency-key': nextKey() })

  expect(bare.json().error.details.missing).toEqual([
    'If-Match',
    'Idempotency-Key',
    'X-ContextRepo-Lease-Id',
    'X-ContextRepo-Lease-Fence',
  ])
  expect(
    [bare, withoutLease, wrongFence, wrongLease, good].map(({ statusCode }) => statusCode),
  ).toEqual([428, 428, 409, 409, 200])
  expect([wrongFence, wrongLease].map((reply) => reply.json().error_code)).toEqual([
    'fence_mismatch',
    'lease_conflict',
  ])
})

test('a lease is granted with its headers, renewed, released and granted again under a higher fence', async () => {
  await using app = await startApp()
  const { url } = await managed(app)

  const first = await operate(app, url, { action: 'acquire', ttlMs: 5000 })
  app.clock.advance(3000)
  const renewed = await operate(app, url, { action: 'renew', ttlMs: 5000 }, held(first.json()))
  const busy = await operate(app, url, { action: 'acquire' })
  const released = await operate(app, url, { action: 'release' }, held(first.json()))
  const second = await operate(app, url, { action: 'acquire' })

  expect(first.json().data).toMatchObject({ fence: 1, expiresAt: app.clock.now() + 2000 })
  expect(first.headers).toMatchObject({
    'x-contextrepo-lease-id': first.json().data.leaseId,
    'x-contextrepo-lease-fence': '1',
    'x-contextrepo-lease-expires-at': String(app.clock.now() + 2000),
  })
  expect(renewed.json().data).toMatchObject({ fence: 1, expiresAt: app.clock.now() + 5000 })
  expect(busy.json()).toMatchObject({
    error_code: 'lease_conflict',
    error: { code: 409, details: { fence: 1 } },
  })
  expect(released.json()).toEqual({ data: { released: true, fence: 1 } })
  expect(second.json().data.fence).toBe(2)
  expect(second.json().data.leaseId).not.toBe(first.json().data.leaseId)
})

test('an expired holder never commits, whoever holds the lease now', async () => {
  await using app = await startApp()
  const { url, etag } = await managed(app)
  const stale = held((await operate(app, url, { action: 'acquire', ttlMs: 1000 })).json())
  const write = () =>
    app.inject({
      method: 'PATCH',
      url,
      headers: { ...stale, 'if-match': etag, 'idempotency-key': nextKey() },
      payload: { content: 'late' },
    })
  app.clock.advance(1000)

  const expired = await write()
  await operate(app, url, { action: 'acquire' })
  const replaced = await write()
  const renewal = await operate(app, url, { action: 'renew' }, stale)

  expect([expired, replaced, renewal].map((reply) => reply.json().error_code)).toEqual([
    'lease_conflict',
    'fence_mismatch',
    'fence_mismatch',
  ])
  expect((await app.inject(url)).json().data.revision).toBe(0)
})

test('the lease id is shown to its holder only', async () => {
  await using app = await startApp()
  const { url } = await managed(app)
  const other = await app.key(['documents.write'])
  const { data } = (await operate(app, url, { action: 'acquire' })).json()

  const mine = (await app.inject(`${url}/coordination`)).json().data.lease
  const theirs = (await app.inject({ url: `${url}/coordination`, headers: other })).json().data
    .lease
  const stolen = await operate(app, url, { action: 'release' }, { ...held({ data }), ...other })

  expect(mine).toEqual({ expiresAt: data.expiresAt, heldByCaller: true, leaseId: data.leaseId })
  expect(theirs).toEqual({ expiresAt: data.expiresAt, heldByCaller: false })
  expect(stolen.json().error_code).toBe('lease_conflict')
})

test.for([
  ['no time', {}, 60_000],
  ['too little', { ttlMs: 1 }, 1000],
  ['too much', { ttlMs: 1e12 }, 300_000],
  ['a negative time', { ttlMs: -5 }, 1000],
] as const)('a lease asked for with %s lasts %i ms', async ([, body, ttl]) => {
  await using app = await startApp()
  const { url } = await managed(app)

  const { data } = (await operate(app, url, { action: 'acquire', ...body })).json()

  expect(data.expiresAt - app.clock.now()).toBe(ttl)
})

test.for([
  [{ action: 'acquire' }, ['Idempotency-Key']],
  [{ action: 'renew' }, ['Idempotency-Key', 'X-ContextRepo-Lease-Id', 'X-ContextRepo-Lease-Fence']],
  [
    { action: 'release' },
    ['Idempotency-Key', 'X-ContextRepo-Lease-Id', 'X-ContextRepo-Lease-Fence'],
  ],
] as const)('a bare %j is told what it lacks', async ([payload, missing]) => {
  await using app = await startApp()
  const { url } = await managed(app)

  const reply = await app.inject({ method: 'POST', url: `${url}/coordination/lease`, payload })

  expect(reply.statusCode).toBe(428)
  expect(reply.json().error.details.missing).toEqual(missing)
})

test('managed mode is not left while a lease is active', async () => {
  await using app = await startApp()
  const { url, etag } = await managed(app)
  const leave = () =>
    app.inject({ method: 'DELETE', url: `${url}/coordination`, headers: { 'if-match': etag } })
  await operate(app, url, { action: 'acquire', ttlMs: 1000 })

  const busy = await leave()
  app.clock.advance(1000)
  const free = await leave()

  expect([busy.statusCode, free.statusCode]).toEqual([409, 200])
  expect(free.json().data).toMatchObject({ policy: 'standard', fence: 1 })
})

test('fences grow over restarts, and a repeated acquire has one effect', async () => {
  using dir = tempDir()
  const clock = testClock()
  let url = ''
  {
    await using app = await startApp({ dataDir: dir.path, clock })
    url = (await managed(app)).url
    const acquire = { action: 'acquire', ttlMs: 1000 }
    const [one, two] = await Promise.all(
      [1, 2].map(() => operate(app, url, acquire, { 'idempotency-key': 'same' })),
    )
    expect(one?.body).toBe(two?.body)
    expect(one?.json().data.fence).toBe(1)
  }
  clock.advance(2000)
  await using app = await startApp({ dataDir: dir.path, clock })

  const { data } = (await operate(app, url, { action: 'acquire' })).json()

  expect(data.fence).toBe(2)
})

test('of many that ask at once one gets the lease', async () => {
  await using app = await startApp()
  const { url } = await managed(app)

  const replies = await Promise.all(
    Array.from({ length: 12 }, () => operate(app, url, { action: 'acquire' })),
  )

  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(replies.filter((reply) => reply.json().error_code === 'lease_conflict')).toHaveLength(11)
})
