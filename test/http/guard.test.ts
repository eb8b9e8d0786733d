import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'

const PATHS = ['/v1/user/me', '/v1/capabilities', '/health', '/docs/', '/v1/nothing'] as const

test.for(PATHS)('%s is not answered for a host that is not ours', async (url) => {
  await using app = await startApp()

  const reply = await app.inject({ url, headers: { host: 'evil.example' } })

  expect(reply.statusCode).toBe(421)
  expect(reply.body).toContain('allowedHosts')
  expect(reply.body).toContain('evil.example')
})

test.for(PATHS)('%s is not answered for a foreign web origin', async (url) => {
  await using app = await startApp()

  const reply = await app.inject({ url, headers: { origin: 'https://evil.example' } })

  expect(reply.statusCode).toBe(403)
  expect(reply.body).toContain('origin_refused')
})

test.for(PATHS)('%s is not answered for a cross-site request without a key', async (url) => {
  await using app = await startApp()

  const reply = await app.inject({ url, headers: { 'sec-fetch-site': 'cross-site' } })

  expect(reply.statusCode).toBe(403)
  expect(reply.body).toContain('cross_site_refused')
})

test.for(['127.0.0.1', '127.0.0.1:7431', 'localhost:1', 'LOCALHOST', '[::1]:7431', '[::1]'])(
  'the loopback name %s is answered',
  async (host) => {
    await using app = await startApp()

    const reply = await app.inject({ url: '/v1/user/me', headers: { host } })

    expect(reply.statusCode).toBe(200)
  },
)

test.for(['localhost.evil.example', 'evil.example:7431', '127.0.0.1.evil.example', 'a]b', '[::1'])(
  'the look-alike host %j is refused',
  async (host) => {
    await using app = await startApp()

    const reply = await app.app.inject({ url: '/v1/user/me', headers: { host } })

    expect(reply.statusCode).toBe(421)
  },
)

test('a host name that is configured is answered', async () => {
  await using app = await startApp({ config: { allowedHosts: ['lectern.example'] } })

  const reply = await app.inject({ url: '/v1/user/me', headers: { host: 'lectern.example' } })

  expect(reply.statusCode).toBe(200)
})

test('a page of our own origin is served', async () => {
  await using app = await startApp()

  const reply = await app.inject({
    url: '/v1/user/me',
    headers: {
      host: '127.0.0.1:7431',
      origin: 'http://127.0.0.1:7431',
      'sec-fetch-site': 'same-origin',
    },
  })

  expect(reply.statusCode).toBe(200)
})

test('on loopback a request without a credential acts as the local owner', async () => {
  await using app = await startApp()

  const reply = await app.inject('/v1/user/me')

  expect(reply.json().data).toMatchObject({ id: 'local-owner', authMethod: 'local' })
  expect(reply.json().data.permissions).toContain('admin')
})

test.for([
  ['a bad credential', { authorization: 'API-Key gm_none_none' }],
  ['an empty credential', { authorization: '' }],
  ['another scheme', { authorization: 'Basic dTpw' }],
  ['a scheme in other letters', { authorization: 'api-key gm_a_b' }],
  ['a Forwarded header', { forwarded: 'for=10.0.0.1' }],
  ['an X-Forwarded-For header', { 'x-forwarded-for': '10.0.0.1' }],
  ['an X-Forwarded-Host header', { 'x-forwarded-host': 'a.example' }],
  ['an X-Forwarded-Port header', { 'x-forwarded-port': '1' }],
  ['an X-Forwarded-Server header', { 'x-forwarded-server': 'a' }],
] as const)('%s ends the local owner', async ([, headers]) => {
  await using app = await startApp()

  const reply = await app.inject({ url: '/v1/user/me', headers })

  expect(reply.statusCode).toBe(401)
  expect(reply.headers['www-authenticate']).toContain('API-Key')
})

test.for(['/v1/user/me', '/v1/capabilities', '/v1/nothing', '/v1/keys'])(
  'with keys required %s asks for one',
  async (url) => {
    await using app = await startApp({ config: { requireAuth: true } })

    const reply = await app.inject(url)

    expect(reply.statusCode).toBe(401)
    expect(reply.body).toContain('lectern keys create')
  },
)

test.for([
  '/health',
  '/health/ready',
  '/v1/mcp/capabilities',
  '/v1/capabilities/manifest',
  '/.well-known/api-catalog',
])('with keys required %s is still public', async (url) => {
  await using app = await startApp({ config: { requireAuth: true } })

  const reply = await app.inject(url)

  expect(reply.statusCode).toBe(200)
})

test('a key works under both schemes and is refused what it lacks, with the scope that is missing', async () => {
  await using app = await startApp({ config: { requireAuth: true } })
  const { authorization } = await app.key(['documents.read'])
  const bearer = authorization.replace('API-Key', 'Bearer')

  const replies = await Promise.all([
    app.inject({ url: '/v1/user/me', headers: { authorization } }),
    app.inject({ url: '/v1/user/me', headers: { authorization: bearer } }),
    app.inject({ url: '/v1/keys', headers: { authorization } }),
  ])

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 403])
  expect(replies[2]?.json().error.details).toMatchObject({
    needed: ['admin'],
    granted: ['documents.read'],
    capability: 'access.keys',
  })
})

test('the scope is checked before anything is looked up', async () => {
  await using app = await startApp({ config: { requireAuth: true } })
  const { authorization } = await app.key(['events'])

  const reply = await app.inject({
    method: 'DELETE',
    url: '/v1/keys/none',
    headers: { authorization },
  })

  expect(reply.statusCode).toBe(403)
})

test('a key is limited to its rate and told when to come back; the local owner is not', async () => {
  await using app = await startApp()
  const { authorization } = await app.key(['events'])
  const call = (headers: Record<string, string>) => app.inject({ url: '/v1/user/me', headers })

  const allowed = await call({ authorization })
  for (let n = 1; n < 120; n += 1) await call({ authorization })
  const refused = await call({ authorization })
  const owner = await call({})

  expect(allowed.headers).toMatchObject({ 'ratelimit-limit': '120', 'x-ratelimit-limit': '120' })
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.json().error.details).toMatchObject({ limit: 'readRequestsPerMinute', value: 120 })
  expect(owner.statusCode).toBe(200)
})

test('guesses at a credential are limited by address', async () => {
  await using app = await startApp()
  const guess = () =>
    app.inject({ url: '/v1/user/me', headers: { authorization: 'API-Key gm_a_b' } })

  for (let n = 0; n < 30; n += 1) expect((await guess()).statusCode).toBe(401)

  expect((await guess()).statusCode).toBe(429)
})

test('every reply under /v1 carries the epoch, refusals and unknown paths too', async () => {
  await using app = await startApp()

  const replies = await Promise.all(
    [
      '/v1/user/me',
      '/v1/capabilities',
      '/v1/nothing',
      '/v1/contracts/none',
      '/v1/openapi.json',
    ].map((url) => app.inject(url)),
  )

  expect(replies.map(({ headers }) => headers['capabilities-epoch'])).toEqual([
    '1',
    '1',
    '1',
    '1',
    '1',
  ])
})

test('a web origin that is configured is answered with CORS headers and its preflight with 204', async () => {
  const origin = 'https://app.example'
  await using app = await startApp({ config: { allowedOrigins: [origin], requireAuth: true } })
  const { authorization } = await app.key(['events'])

  const preflight = await app.inject({
    method: 'OPTIONS',
    url: '/v1/user/me',
    headers: { origin, 'access-control-request-method': 'PATCH' },
  })
  const reply = await app.inject({ url: '/v1/user/me', headers: { origin, authorization } })

  expect(preflight.statusCode).toBe(204)
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-max-age': '86400',
  })
  expect(reply.headers['access-control-allow-origin']).toBe(origin)
  expect(reply.headers['access-control-expose-headers']).toContain('ETag')
})

test('a refusal of a prepared document carries the same headers as any other', async () => {
  await using app = await startApp()

  const reply = await app.inject({
    url: '/v1/capabilities',
    headers: { authorization: 'API-Key gm_a_b' },
  })

  expect(reply.statusCode).toBe(401)
  expect(reply.headers).toMatchObject({
    'capabilities-epoch': '1',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
  })
})

test('a workspace that is named twice is refused', async () => {
  await using app = await startApp()

  const reply = await app.inject('/v1/user/me?workspaceId=default&workspaceId=none')

  expect(reply.statusCode).toBe(400)
})

test('an escaped key in a URL is still a key in a URL', async () => {
  await using app = await startApp()

  const reply = await app.inject('/v1/user/me?%6bey=x')

  expect(reply.json().error_code).toBe('credential_in_url')
})

test('CORS is off while the owner needs no key', async () => {
  const origin = 'https://app.example'
  await using app = await startApp({ config: { allowedOrigins: [origin] } })

  const reply = await app.inject({ url: '/v1/user/me', headers: { origin } })

  expect(reply.statusCode).toBe(200)
  expect(reply.headers).not.toHaveProperty('access-control-allow-origin')
})

test('a preflight for a host that is not ours is refused like any request', async () => {
  const origin = 'https://app.example'
  await using app = await startApp({ config: { allowedOrigins: [origin], requireAuth: true } })

  const reply = await app.inject({
    method: 'OPTIONS',
    url: '/v1/user/me',
    headers: { host: 'evil.example', origin, 'access-control-request-method': 'GET' },
  })

  expect(reply.statusCode).toBe(421)
})

test('more tags than an item can have are refused in every filter', async () => {
  await using app = await startApp()
  const tags = Array.from({ length: 900 }, (_, n) => n).join(',')

  const replies = await Promise.all(
    ['/v1/documents?', '/v1/prompts?', '/v1/collections?', '/v1/search?q=x&'].map((path) =>
      app.inject(`${path}tags=${tags}`),
    ),
  )

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400])
  expect(replies[0]?.json().error.details).toMatchObject({ limit: 'tagsPerItem', value: 64 })
})

test.for([
  ['POST', '/v1/keys', { name: 'k', scopes: ['events'] }],
  ['POST', '/v1/keys/none/rotate', undefined],
  ['POST', '/v1/import', { files: [{ path: 'a.md', content: 'x' }] }],
] as const)('%s %s keeps no receipts and says so', async ([method, url, payload]) => {
  await using app = await startApp()

  const reply = await app.inject({
    method,
    url,
    headers: { 'idempotency-key': 'k' },
    ...(payload === undefined ? {} : { payload }),
  })

  expect(reply.statusCode).toBe(400)
  expect(reply.json().error_code).toBe('idempotency_key_not_taken')
})

test('a body that is missing is said to be missing', async () => {
  await using app = await startApp()

  const reply = await app.inject({ method: 'POST', url: '/v1/keys' })

  expect(reply.json().error.message).toContain('is missing; send a JSON object')
})
