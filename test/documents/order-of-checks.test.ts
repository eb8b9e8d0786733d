import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { startApp } from '../support/app.ts'
import { createDocument } from '../support/documents.ts'

async function managed(app: TestApp) {
  const document = await createDocument(app)
  const coordination = `${document.url}/coordination`
  await app.inject({ method: 'PUT', url: coordination, headers: { 'if-match': document.etag } })
  return { ...document, coordination }
}

const stale = (etag: string) => etag.replace('rev:0', 'rev:7')

test.for([
  ['PATCH', '', { title: 5 }],
  ['PATCH', '', { title: ' ' }],
  ['PATCH', '', { content: 'x', expectedRevision: -1 }],
  ['POST', '/restore', {}],
  ['POST', '/coordination/lease', { action: 'steal' }],
  ['GET', '/versions?limit=0', undefined],
  ['GET', '?includeContent=maybe', undefined],
] as const)(
  '%s of an unknown document%s with a bad request is 404: what is not there is said first',
  async ([method, path, payload]) => {
    await using app = await startApp()

    const reply = await app.inject({
      method,
      url: `/v1/documents/d_none${path}`,
      ...(payload === undefined ? {} : { payload }),
    })

    expect(reply.json().error_code).toBe('document_not_found')
    expect(reply.statusCode).toBe(404)
  },
)

test.for([
  ['PATCH', '', { content: 'x' }],
  ['DELETE', '', undefined],
  ['PUT', '/coordination', undefined],
] as const)(
  '%s of an unknown document%s with a malformed validator is 404',
  async ([method, path, payload]) => {
    await using app = await startApp()

    const reply = await app.inject({
      method,
      url: `/v1/documents/d_none${path}`,
      headers: { 'if-match': 'nonsense' },
      ...(payload === undefined ? {} : { payload }),
    })

    expect(reply.statusCode).toBe(404)
  },
)

test('on a managed document a malformed validator is said before what is missing', async () => {
  await using app = await startApp()
  const { url } = await managed(app)

  const reply = await app.inject({
    method: 'PATCH',
    url,
    headers: { 'if-match': '"x"' },
    payload: { content: 'x' },
  })

  expect(reply.json().error_code).toBe('invalid_validator')
})

test('a managed change says what is missing, then the lease, then the revision', async () => {
  await using app = await startApp()
  const { url, etag, coordination } = await managed(app)
  const { data: lease } = (
    await app.inject({
      method: 'POST',
      url: `${coordination}/lease`,
      headers: { 'idempotency-key': 'a' },
      payload: { action: 'acquire' },
    })
  ).json()
  const patch = async (headers: Record<string, string>) =>
    (
      await app.inject({
        method: 'PATCH',
        url,
        headers: { 'if-match': stale(etag), ...headers },
        payload: { content: 'x' },
      })
    ).json().error_code
  const key = { 'idempotency-key': 'b' }
  const fence = { 'x-contextrepo-lease-fence': String(lease.fence) }

  expect(await patch({})).toBe('precondition_required')
  expect(await patch({ ...key, ...fence })).toBe('precondition_required')
  expect(await patch({ ...key, ...fence, 'x-contextrepo-lease-id': 'lease_x' })).toBe(
    'lease_conflict',
  )
  expect(
    await patch({
      ...key,
      'x-contextrepo-lease-fence': '99',
      'x-contextrepo-lease-id': lease.leaseId,
    }),
  ).toBe('fence_mismatch')
  expect(await patch({ ...key, ...fence, 'x-contextrepo-lease-id': lease.leaseId })).toBe(
    'revision_mismatch',
  )
})

test('coordination is not turned off under a lease, which is said before a stale validator', async () => {
  await using app = await startApp()
  const { coordination, etag } = await managed(app)
  await app.inject({
    method: 'POST',
    url: `${coordination}/lease`,
    headers: { 'idempotency-key': 'a' },
    payload: { action: 'acquire' },
  })

  const reply = await app.inject({
    method: 'DELETE',
    url: coordination,
    headers: { 'if-match': stale(etag) },
  })

  expect(reply.json().error_code).toBe('lease_conflict')
})

test.for([
  ['a leading zero', (etag: string) => etag.replace('rev:0', 'rev:00')],
  ['capital hex', (etag: string) => etag.replace(/[0-9a-f]{64}/, (hex) => hex.toUpperCase())],
  ['no quotes', (etag: string) => etag.slice(1, -1)],
  ['a list', (etag: string) => `${etag}, ${etag}`],
  ['a lower-case weak mark', (etag: string) => `w/${etag.slice(0, -1)}-gzip"`],
  ['a strong -gzip form', (etag: string) => `${etag.slice(0, -1)}-gzip"`],
  ['a -br form', (etag: string) => `W/${etag.slice(0, -1)}-br"`],
  ['nothing in it', () => ''],
] as const)('a validator with %s was given out by no read', async ([, header]) => {
  await using app = await startApp()
  const { url, etag } = await createDocument(app)

  const reply = await app.inject({
    method: 'PATCH',
    url,
    headers: { 'if-match': header(etag) },
    payload: { content: 'x' },
  })

  expect(reply.statusCode).toBe(400)
  expect(reply.json().error_code).toBe('invalid_validator')
})
