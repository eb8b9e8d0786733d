import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sha256Hex } from '../../src/lib/hash.ts'
import { startApp, tempDir } from '../support/app.ts'

test('the document has exactly the eleven keys of the contract, in its order', async () => {
  await using app = await startApp()

  const reply = await app.inject('/v1/capabilities')

  expect(Object.keys(reply.json())).toEqual([
    'contract_version',
    'server',
    'plane',
    'transports',
    'presets',
    'read_modes',
    'tools',
    'features',
    'extensions',
    'contracts',
    'contract_status',
  ])
})

test('a flag is false while nothing behind it works', async () => {
  await using app = await startApp()

  const { features } = (await app.inject('/v1/capabilities')).json()

  expect(features).toMatchObject({
    http_server: true,
    audit_trail: true,
    gateway_server: false,
    cloud_server: false,
    ast_compression: false,
    semantic_search: false,
  })
  expect(Object.values(features).every((value) => typeof value === 'boolean')).toBe(true)
})

test('the plane is personal on open loopback and team where keys are needed', async () => {
  await using open = await startApp()
  await using closed = await startApp({ config: { requireAuth: true } })
  const key = await closed.key(['events'])

  const planes = [
    (await open.inject('/v1/capabilities')).json().plane,
    (await closed.inject({ url: '/v1/capabilities', headers: key })).json().plane,
  ]

  expect(planes).toEqual(['personal', 'team'])
})

test('each coding has its own strong validator and one digest', async () => {
  await using app = await startApp()
  const get = (coding: string) =>
    app.inject({ url: '/v1/capabilities', headers: { 'accept-encoding': coding } })

  const [identity, gzip, br] = await Promise.all([get('identity'), get('gzip'), get('gzip, br')])

  const bytes = identity?.rawPayload ?? Buffer.alloc(0)
  expect(gunzipSync(gzip?.rawPayload ?? '')).toEqual(bytes)
  expect(brotliDecompressSync(br?.rawPayload ?? '')).toEqual(bytes)
  const etags = [identity, gzip, br].map((reply) => String(reply?.headers.etag))
  expect(new Set(etags).size).toBe(3)
  expect(etags.every((etag) => /^"[0-9a-f]{40}(-gzip|-br)?"$/.test(etag))).toBe(true)
  expect([identity, gzip, br].map((reply) => reply?.headers['capabilities-digest'])).toEqual(
    Array(3).fill(`sha-256=${sha256Hex(bytes)}`),
  )
})

test.for([
  ['the validator itself', (etag: string) => etag],
  ['its weak form', (etag: string) => `W/${etag}`],
  ['a list that holds it', (etag: string) => `"x", ${etag}`],
  ['a star', () => '*'],
] as const)('If-None-Match with %s answers 304 without a body', async ([, header]) => {
  await using app = await startApp()
  const { headers } = await app.inject('/v1/capabilities')

  const reply = await app.inject({
    url: '/v1/capabilities',
    headers: { 'if-none-match': header(String(headers.etag)) },
  })

  expect(reply.statusCode).toBe(304)
  expect(reply.body).toBe('')
  expect(reply.headers.etag).toBe(headers.etag)
})

test('If-None-Match with another validator answers the whole document', async () => {
  await using app = await startApp()

  const reply = await app.inject({
    url: '/v1/capabilities',
    headers: { 'if-none-match': '"other"' },
  })

  expect(reply.statusCode).toBe(200)
})

test('the epoch stays over restarts, and grows when what the instance can do changes', async () => {
  using dir = tempDir()
  const epochOf = async (requireAuth: boolean) => {
    await using app = await startApp({ dataDir: dir.path, config: { requireAuth } })
    return (await app.inject('/v1/mcp/capabilities')).headers['capabilities-epoch']
  }

  const epochs = [
    await epochOf(false),
    await epochOf(false),
    await epochOf(true),
    await epochOf(true),
  ]

  expect(epochs).toEqual(['1', '1', '2', '2'])
})

test('the Context Repo shape has exactly the keys of its public client', async () => {
  await using app = await startApp()

  const body = (await app.inject('/v1/mcp/capabilities')).json()

  const keys = Object.fromEntries(
    Object.entries(body.capabilities).map(([noun, flags]) => [noun, Object.keys(flags as object)]),
  )
  expect(body.version).toBe('1.0.0')
  expect(keys).toEqual({
    prompts: ['rest', 'list', 'get', 'create', 'update', 'delete', 'versions', 'searchQueryParam'],
    documents: ['rest', 'list', 'get', 'create', 'update', 'delete', 'versions', 'scrape'],
    collections: ['rest', 'list', 'get', 'create', 'update', 'delete', 'items'],
    search: ['rest'],
    progressiveDisclosure: ['search', 'expand', 'read', 'session'],
    reason: ['rest'],
    auth: ['bearer', 'apiKey'],
  })
})

test('the contract texts are served as JSON and as Markdown, with their hash', async () => {
  await using app = await startApp()
  const index = (await app.inject('/v1/contracts')).json()

  const json = (await app.inject('/v1/contracts/capabilities')).json()
  const markdown = await app.inject({
    url: '/v1/contracts/capabilities',
    headers: { accept: 'text/markdown' },
  })

  expect(index.contract_status.capabilities).toBe('stable')
  expect(index.contracts.map(({ id }: { id: string }) => id)).toContain('context-repo')
  expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8')
  expect(json.markdown).toBe(markdown.body)
  expect(json.sha256).toBe(sha256Hex(markdown.body))
})

test('the well-known catalog leads to the description, the documentation and the state', async () => {
  await using app = await startApp()

  const reply = await app.inject('/.well-known/api-catalog')

  expect(reply.headers['content-type']).toMatch(/^application\/linkset\+json/)
  const links = JSON.stringify(reply.json())
  for (const href of ['/v1/openapi.json', '/docs', '/v1/capabilities', '/health/ready']) {
    expect(links).toContain(`"${href}"`)
    expect((await app.inject({ url: href === '/docs' ? '/docs/' : href })).statusCode).toBe(200)
  }
})

test('one contract has a part of the OpenAPI document of its own', async () => {
  await using app = await startApp()

  const whole = (await app.inject('/v1/openapi.json')).json()
  const part = (await app.inject('/v1/openapi.json?contract=http-mcp')).json()

  expect(Object.keys(part.paths)).toContain('/health')
  expect(Object.keys(part.paths)).not.toContain('/v1/documents')
  expect(Object.keys(whole.paths)).toEqual(
    expect.arrayContaining([...Object.keys(part.paths), '/v1/documents']),
  )
})

test('readiness names the component that is down', async () => {
  await using app = await startApp()
  const before = await app.inject('/health/ready')
  await app.store.close()

  const after = await app.inject('/health/ready')

  expect([before.statusCode, after.statusCode]).toEqual([200, 503])
  expect(after.json()).toMatchObject({
    status: 'unavailable',
    components: [{ id: 'store', state: 'unavailable', reason: 'dependency_down' }],
  })
})
