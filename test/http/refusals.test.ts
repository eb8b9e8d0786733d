import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'

const json = { 'content-type': 'application/json' }

test.for<[string, InjectOptions, number, string]>([
  ['an unknown path', { url: '/v1/nothing' }, 404, 'not_found'],
  ['an unknown path outside /v1', { url: '/nothing/here' }, 404, 'not_found'],
  ['the root', { url: '/' }, 404, 'not_found'],
  ['a wrong method', { method: 'PUT', url: '/v1/user/me' }, 405, 'method_not_allowed'],
  ['a method nobody takes', { method: 'PATCH', url: '/v1/keys' }, 405, 'method_not_allowed'],
  [
    'a body that is not JSON',
    { method: 'POST', url: '/v1/keys', headers: json, payload: '{"name":' },
    400,
    'invalid_json',
  ],
  [
    'a body that is not UTF-8',
    {
      method: 'POST',
      url: '/v1/keys',
      headers: json,
      payload: Buffer.from([0x22, 0xff, 0xfe, 0x22]),
    },
    400,
    'invalid_json',
  ],
  [
    'a body of another type',
    { method: 'POST', url: '/v1/keys', headers: { 'content-type': 'text/csv' }, payload: 'a,b' },
    415,
    'unsupported_media_type',
  ],
  [
    'a body without its type',
    { method: 'POST', url: '/v1/keys', payload: Buffer.from('{}') },
    415,
    'unsupported_media_type',
  ],
  [
    'a body nested too deeply',
    {
      method: 'POST',
      url: '/v1/keys',
      headers: json,
      payload: `${'['.repeat(80)}${']'.repeat(80)}`,
    },
    400,
    'invalid_request',
  ],
  ['a missing body', { method: 'POST', url: '/v1/keys', headers: json }, 400, 'invalid_request'],
  [
    'a text where a list is wanted',
    { method: 'POST', url: '/v1/keys', payload: { name: 'k', scopes: 'admin' } },
    400,
    'invalid_request',
  ],
  [
    'a number where a text is wanted',
    { method: 'POST', url: '/v1/keys', payload: { name: 3, scopes: ['admin'] } },
    400,
    'invalid_request',
  ],
  ['a broken percent escape', { url: '/v1/keys/%zz' }, 400, 'invalid_request'],
  ['a key in the URL', { url: '/v1/user/me?api_key=abc' }, 400, 'credential_in_url'],
  [
    'a key as any query value',
    { url: `/v1/user/me?x=gm_abc_${'d'.repeat(43)}` },
    400,
    'credential_in_url',
  ],
  ['a URL over the limit', { url: `/v1/user/me?x=${'x'.repeat(8192)}` }, 414, 'uri_too_long'],
  ['an unknown workspace', { url: '/v1/user/me?workspace=none' }, 400, 'unknown_workspace'],
] as const)('%s is refused in the nested envelope', async ([, request, status, reason]) => {
  await using app = await startApp()

  const reply = await app.inject(request)

  expect(reply.statusCode).toBe(status)
  const body = reply.json()
  expect(Object.keys(body)).toEqual(['error', 'error_code'])
  expect(body.error_code).toBe(reason)
  expect(body.error).toMatchObject({ code: status, reason: reason.toUpperCase() })
  expect(body.error.message).toMatch(new RegExp(`^${reason.toUpperCase()}: .+`))
  expect(reply.headers.link).toBe('</v1/capabilities>; rel="service-meta"')
  expect(reply.body).not.toMatch(/node_modules|at .+\.ts:\d+/)
})

test.for<[string, InjectOptions, number, string]>([
  ['a wrong method', { method: 'POST', url: '/v1/capabilities' }, 405, 'method_not_allowed'],
  ['an unknown contract', { url: '/v1/contracts/none' }, 404, 'contract_not_found'],
  ['an unknown contract filter', { url: '/v1/openapi.json?contract=none' }, 400, 'invalid_request'],
] as const)(
  '%s is refused in the flat envelope of http-mcp',
  async ([, request, status, reason]) => {
    await using app = await startApp()

    const reply = await app.inject(request)

    expect(reply.statusCode).toBe(status)
    expect(reply.json()).toMatchObject({ error: expect.any(String), error_code: reason })
  },
)

test('a refusal of a wrong method lists the methods that the path takes', async () => {
  await using app = await startApp()

  const reply = await app.inject({ method: 'PUT', url: '/v1/keys' })

  expect(reply.headers.allow).toBe('GET, HEAD, POST')
})

test('a typo in a path is told its neighbour', async () => {
  await using app = await startApp()

  const reply = await app.inject('/v1/capabilites')

  expect(reply.json().error.message).toContain('/v1/capabilities')
})

test('a body over the limit is refused with the limit in the message', async () => {
  await using app = await startApp()

  const reply = await app.inject({
    method: 'POST',
    url: '/v1/keys',
    headers: json,
    payload: JSON.stringify({ name: 'x'.repeat(17 * 1024 * 1024) }),
  })

  expect(reply.statusCode).toBe(413)
  expect(reply.json().error.message).toContain('16777216')
})

test('a validation message names the field and what is allowed', async () => {
  await using app = await startApp()

  const reply = await app.inject({
    method: 'POST',
    url: '/v1/keys',
    payload: { name: 'k', scopes: ['documents.reed'] },
  })

  expect(reply.json().error.message).toContain('`scopes.0` must be one of `prompts.read`')
  expect(reply.json().error.details.allowed).toContain('documents.read')
})

test('unknown body fields are ignored', async () => {
  await using app = await startApp()

  const reply = await app.inject({
    method: 'POST',
    url: '/v1/keys',
    payload: { name: 'k', scopes: ['events'], surprise: true },
  })

  expect(reply.statusCode).toBe(201)
})

test('a client that declares JSON and sends nothing is served', async () => {
  await using app = await startApp()
  const created = await app.inject({
    method: 'POST',
    url: '/v1/keys',
    payload: { name: 'k', scopes: ['events'] },
  })

  const reply = await app.inject({
    method: 'DELETE',
    url: `/v1/keys/${created.json().data.id}`,
    headers: json,
  })

  expect(reply.statusCode).toBe(200)
})

test('a failure inside answers 500 without its cause, and logs the cause under the request id', async () => {
  await using app = await startApp()
  await app.store.close()

  const reply = await app.inject('/v1/keys')

  expect(reply.statusCode).toBe(500)
  expect(reply.json().error.details).toBeNull()
  const id = reply.headers['x-request-id']
  expect(app.logs.some((line) => line.includes(String(id)) && line.includes('"err"'))).toBe(true)
})
