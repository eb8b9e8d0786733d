import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startApp, tempDir } from '../support/app.ts'

const create = { method: 'POST', url: '/v1/keys' } as const

test('a key is shown once and never again', async () => {
  await using app = await startApp()

  const created = (
    await app.inject({ ...create, payload: { name: 'docs', scopes: ['documents.read'] } })
  ).json().data
  const listed = await app.inject('/v1/keys')

  expect(created.key).toMatch(/^gm_[A-Za-z0-9]{16}_[A-Za-z0-9]{43}$/)
  expect(created.key).toContain(`gm_${created.id}_`)
  expect(listed.json().data).toMatchObject([
    { id: created.id, name: 'docs', scopes: ['documents.read'] },
  ])
  expect(listed.body).not.toContain(created.key)
})

test('the secret is nowhere in the data directory or the log', async () => {
  using dir = tempDir()
  let secret = ''
  let logs = ''
  {
    await using app = await startApp({ dataDir: dir.path })
    const { authorization } = await app.key(['admin'])
    secret = authorization.split('_')[2] ?? ''
    await app.inject({ url: '/v1/keys', headers: { authorization } })
    await app.inject({ url: `/v1/user/me?x=gm_a_${secret}`, headers: { authorization } })
    logs = app.logs.join('')
  }

  expect(secret).toHaveLength(43)
  expect(logs).not.toContain(secret)
  for (const file of ['lectern.db', 'audit.jsonl']) {
    expect(readFileSync(join(dir.path, file)).includes(secret)).toBe(false)
  }
})

test('a revoked key is refused at once, and revoking it again says so', async () => {
  await using app = await startApp()
  const headers = await app.key(['events'])
  const { id } = (await app.inject('/v1/keys')).json().data[0]

  const before = await app.inject({ url: '/v1/user/me', headers })
  const revoked = await app.inject({ method: 'DELETE', url: `/v1/keys/${id}` })
  const after = await app.inject({ url: '/v1/user/me', headers })
  const again = await app.inject({ method: 'DELETE', url: `/v1/keys/${id}` })

  expect([before, revoked, after, again].map(({ statusCode }) => statusCode)).toEqual([
    200, 200, 401, 409,
  ])
  expect(again.json().error.reason).toBe('KEY_REVOKED')
})

test('a rotated key keeps its id and scopes, and its old secret is refused', async () => {
  await using app = await startApp()
  const headers = await app.key(['events'])
  const { id } = (await app.inject('/v1/keys')).json().data[0]

  const { key, scopes } = (
    await app.inject({ method: 'POST', url: `/v1/keys/${id}/rotate` })
  ).json().data
  const old = await app.inject({ url: '/v1/user/me', headers })
  const fresh = await app.inject({
    url: '/v1/user/me',
    headers: { authorization: `Bearer ${key}` },
  })

  expect(key).toContain(`gm_${id}_`)
  expect(scopes).toEqual(['events'])
  expect([old.statusCode, fresh.statusCode]).toEqual([401, 200])
})

test('a key stops working when it expires', async () => {
  await using app = await startApp()
  const expiresAt = app.clock.now() + 1000
  const { key } = (
    await app.inject({ ...create, payload: { name: 'short', scopes: ['events'], expiresAt } })
  ).json().data
  const call = () =>
    app.inject({ url: '/v1/user/me', headers: { authorization: `API-Key ${key}` } })

  const before = await call()
  app.clock.advance(1000)
  const after = await call()

  expect([before.statusCode, after.statusCode]).toEqual([200, 401])
})

test.for([
  ['without scopes', { name: 'k', scopes: [] }, 'invalid_request'],
  ['with an unknown scope', { name: 'k', scopes: ['everything'] }, 'invalid_request'],
  ['without a name', { name: '', scopes: ['events'] }, 'invalid_request'],
  ['that expired already', { name: 'k', scopes: ['events'], expiresAt: 1 }, 'key_expired_already'],
  [
    'for a workspace that is not there',
    { name: 'k', scopes: ['events'], workspaces: ['none'] },
    'unknown_workspace',
  ],
] as const)('a key %s is not made', async ([, payload, reason]) => {
  await using app = await startApp()

  const reply = await app.inject({ ...create, payload })

  expect(reply.statusCode).toBe(400)
  expect(reply.json().error_code).toBe(reason)
  expect((await app.inject('/v1/keys')).json().data).toEqual([])
})

test.for(['DELETE /v1/keys/none', 'POST /v1/keys/none/rotate'])('%s is 404', async (call) => {
  await using app = await startApp()
  const [method = '', url = ''] = call.split(' ')

  const reply = await app.inject({ method: method as 'POST', url })

  expect(reply.statusCode).toBe(404)
})

test('write scopes include reading, and admin includes everything', async () => {
  await using app = await startApp()
  const me = async (scope: string) =>
    (await app.inject({ url: '/v1/user/me', headers: await app.key([scope]) })).json().data
      .permissions

  expect(await me('documents.write')).toEqual([
    'documents.read',
    'documents.scrape',
    'documents.write',
  ])
  expect(await me('prompts.write')).toEqual(['prompts.read', 'prompts.write'])
  expect(await me('admin')).toHaveLength(8)
})

test('the audit log has one line per change, per call with a key and per refusal, without arguments', async () => {
  using dir = tempDir()
  {
    await using app = await startApp({ dataDir: dir.path })
    await app.inject('/v1/user/me')
    const headers = await app.key(['events'])
    await app.inject({ url: '/v1/user/me', headers })
    await app.inject({ url: '/v1/keys', headers })
    await app.inject({ url: '/v1/keys', headers: { authorization: 'API-Key gm_a_b' } })
  }

  const lines = readFileSync(join(dir.path, 'audit.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

  expect(lines.map(({ method, allowed, deniedReason }) => [method, allowed, deniedReason])).toEqual(
    [
      ['POST /v1/keys', true, null],
      ['GET /v1/user/me', true, null],
      ['GET /v1/keys', false, 'forbidden'],
      ['GET /v1/keys', false, 'unauthorized'],
    ],
  )
  expect(Object.keys(lines[0])).toEqual([
    'ts',
    'tokenId',
    'workspaceId',
    'tool',
    'method',
    'allowed',
    'deniedReason',
    'argumentsMd5',
  ])
  expect(lines[0]).toMatchObject({
    tokenId: 'local-owner',
    workspaceId: 'default',
    tool: 'access.keys',
  })
  expect(lines[0].argumentsMd5).toMatch(/^[0-9a-f]{32}$/)
})
