import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { startApp } from '../support/app.ts'

async function listen(app: TestApp): Promise<number> {
  const url = await app.app.listen({ host: '127.0.0.1', port: 0 })
  return Number(new URL(url).port)
}

/** Sends bytes and reads until the server closes, or for half a second after the last byte. */
async function raw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => undefined)
  await Promise.race([once(socket, 'close'), new Promise((resolve) => setTimeout(resolve, 500))])
  socket.destroy()
  return text
}

async function get(port: number, path: string, headers: Record<string, string> = {}) {
  const call = httpRequest({ port, host: '127.0.0.1', path, headers })
  call.end()
  const [reply] = await once(call, 'response')
  let body = ''
  for await (const chunk of reply) body += chunk
  return {
    status: reply.statusCode as number,
    headers: reply.headers as Record<string, string>,
    body,
  }
}

test.for([
  ['bytes that are not HTTP', 'what is this\r\n\r\n', 400, 'invalid_request'],
  ['a request without a host', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n', 400, undefined],
  [
    'an attempt to use it as a proxy',
    'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n',
    405,
    'method_not_allowed',
  ],
  [
    'headers over the limit',
    `GET /health HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  [
    'a broken chunk',
    'POST /v1/keys HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    400,
    'invalid_request',
  ],
] as const)('%s are refused and the connection is closed', async ([, bytes, status, reason]) => {
  await using app = await startApp()
  const port = await listen(app)

  const text = await raw(port, bytes)

  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  if (reason !== undefined) {
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)).error_code).toBe(reason)
  }
})

test('headers that drip in too slowly are refused within the configured time', async () => {
  await using app = await startApp({ config: { headersTimeoutMs: 300, requestTimeoutMs: 600 } })
  const port = await listen(app)
  const socket = connect(port, '127.0.0.1')
  const started = performance.now()
  socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })

  await once(socket, 'close')

  expect(performance.now() - started).toBeLessThan(3000)
  expect(text).toContain('408')
  expect(text).toContain('request_timeout')
})

const COMPARED = [
  '/v1/capabilities',
  '/v1/capabilities/manifest',
  '/v1/mcp/capabilities',
  '/v1/contracts',
  '/.well-known/api-catalog',
  '/health',
] as const

test.for(COMPARED)('%s is the same over the direct path and through the router', async (path) => {
  await using app = await startApp()
  const port = await listen(app)
  // A query that means nothing sends the request through the router.
  const routed = await get(port, `${path}?`)

  const direct = await get(port, path)

  const comparable = ({ headers, ...reply }: typeof direct) => {
    const { date: _date, 'x-request-id': id, ...rest } = headers
    expect(id).toMatch(/^[A-Za-z0-9]{8}-[0-9a-z]+$/)
    return { ...reply, headers: rest }
  }
  expect(comparable(direct)).toEqual(comparable(routed))
  expect(direct.status).toBe(200)
})

test.for([
  ['a foreign host', { host: 'evil.example' }, 421],
  ['a foreign origin', { origin: 'https://evil.example' }, 403],
  ['a cross-site page', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a bad key', { authorization: 'API-Key gm_a_b' }, 401],
  ['a forwarded request', { 'x-forwarded-for': '10.0.0.1' }, 401],
] as const)('the direct path is guarded: %s is refused', async ([, headers, status]) => {
  await using app = await startApp()
  const port = await listen(app)

  const reply = await get(port, '/v1/capabilities', { ...headers })

  expect(reply.status).toBe(status)
  expect(JSON.parse(reply.body).error_code).toMatch(/^[a-z_]+$/)
})

test('a key on the direct path is counted and audited like everywhere', async () => {
  await using app = await startApp()
  const port = await listen(app)
  const headers = await app.key(['events'])

  const reply = await get(port, '/v1/capabilities', headers)

  expect(reply.status).toBe(200)
  expect(reply.headers['ratelimit-remaining']).toBe('119')
})

test('while the server stops, a request on an open connection is answered 503', async () => {
  await using app = await startApp()
  const port = await listen(app)
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  // Half a request keeps the connection in use while the server begins to stop.
  socket.write('GET /v1/capabilities HTTP/1.1\r\nHost: localhost\r\n')
  await new Promise((resolve) => setTimeout(resolve, 50))
  const closed = app.app.close()
  await new Promise((resolve) => setTimeout(resolve, 50))

  socket.write('\r\n')

  await once(socket, 'close')
  await closed
  expect(text).toMatch(/^HTTP\/1\.1 503 /)
  expect(text).toContain('"error_code":"unavailable"')
})

test('an expectation that nobody knows changes nothing', async () => {
  await using app = await startApp()
  const port = await listen(app)

  const text = await raw(
    port,
    'GET /health HTTP/1.1\r\nHost: localhost\r\nExpect: bar\r\nConnection: close\r\n\r\n',
  )

  expect(text).toMatch(/^HTTP\/1\.1 200 /)
})

test('garbage behind a request is never taken for the reply to it', async () => {
  await using app = await startApp()
  const port = await listen(app)
  const body = JSON.stringify({ title: 'T', content: 'c' })

  const text = await raw(
    port,
    `POST /v1/documents HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}\x01\x02garbage\r\n\r\n`,
  )

  expect(text).not.toMatch(/^HTTP\/1\.1 400 /)
})

test('a change is audited also when its client is gone before the reply', async () => {
  await using app = await startApp()
  const port = await listen(app)
  const body = JSON.stringify({ title: 'T', content: 'c' })
  for (let n = 0; n < 5; n += 1) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      `POST /v1/documents HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      () => socket.resetAndDestroy(),
    )
    await once(socket, 'close')
  }
  await new Promise((resolve) => setTimeout(resolve, 200))

  const { data } = JSON.parse((await get(port, '/v1/documents')).body)
  const lines = readFileSync(join(app.dataDir, 'audit.jsonl'), 'utf8').trim().split('\n')

  expect(data.length).toBeGreaterThan(0)
  expect(lines.length).toBe(data.length)
})

test.for([
  ['a page of a configured origin', { origin: 'http://app.example' }],
  ['a named workspace', { 'x-leanctx-workspace': 'none' }],
] as const)('%s is answered by the router, as everywhere', async ([, headers]) => {
  await using app = await startApp({ config: { allowedOrigins: ['http://app.example'] } })
  const port = await listen(app)

  const [direct, routed] = [
    await get(port, '/v1/capabilities', { ...headers }),
    await get(port, '/v1/capabilities?', { ...headers }),
  ]

  expect(direct.status).toBe(routed.status)
  expect(direct.headers.vary).toBe(routed.headers.vary)
})
