import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { startApp } from '../support/app.ts'

interface File {
  readonly path: string
  readonly content: string
  readonly tags?: readonly string[]
}

const send = (app: TestApp, files: readonly unknown[]) =>
  app.inject({ method: 'POST', url: '/v1/import', payload: { files } })

const take = async (app: TestApp, ...files: readonly File[]) => {
  const reply = await send(app, files)
  expect(reply.statusCode).toBe(200)
  return reply.json().data.files
}

const documents = async (app: TestApp) => (await app.inject('/v1/documents')).json().data

test('a new path is created, a changed text is a new revision and the rest is left alone', async () => {
  await using app = await startApp()
  const one = { path: 'a/one.md', content: '# One\r\n', tags: ['x', 'y'] }
  const [created] = await take(app, one)

  const [unchanged, other] = await take(app, one, { path: 'b/one.md', content: '# One\r\n' })
  const [updated] = await take(app, { ...one, content: '# Two' })
  const read = (await app.inject(`/v1/documents/${created.id}`)).json().data
  const versions = (await app.inject(`/v1/documents/${created.id}/versions`)).json().data

  expect(created).toEqual({ path: 'a/one.md', outcome: 'created', id: created.id, title: 'One' })
  expect(unchanged).toEqual({ ...created, outcome: 'unchanged' })
  expect(other.outcome).toBe('created')
  expect(updated).toEqual({ ...created, outcome: 'updated', title: 'Two' })
  expect(read).toMatchObject({ title: 'Two', content: '# Two', tags: ['x', 'y'] })
  expect(
    versions.map(({ content, origin }: { content: string; origin: string }) => [content, origin]),
  ).toEqual([
    ['# Two', 'import'],
    ['# One\r\n', 'import'],
  ])
})

test('each file fails by itself, in the order of the files', async () => {
  await using app = await startApp()

  const files = await take(
    app,
    { path: 'first.md', content: 'x' },
    { path: 'first.md', content: 'y' },
    { path: 'image.png', content: 'x' },
    { path: 'none', content: 'x' },
    { path: 'empty.md', content: '' },
    { path: 'nul.md', content: 'a\0b' },
    { path: 'half.md', content: '\ud800' },
    { path: 'tag.md', content: 'x', tags: ['a,b'] },
    { path: 'path\ud800.md', content: 'x' },
    { path: 'path\0.md', content: 'x' },
    { path: '   .md', content: 'x' },
    { path: 'last.md', content: 'x' },
  )

  expect(
    files.map(({ outcome, reason }: { outcome: string; reason?: string }) => reason ?? outcome),
  ).toEqual([
    'created',
    'duplicate_path',
    'unknown_format',
    'unknown_format',
    'invalid_request',
    'invalid_request',
    'invalid_request',
    'invalid_request',
    'invalid_request',
    'invalid_request',
    'created',
    'created',
  ])
  for (const { outcome, message } of files) {
    if (outcome === 'failed') expect(message).toMatch(/\.$/)
  }
  expect(await documents(app)).toHaveLength(3)
})

test('a file over the size of a document fails and names the limit', async () => {
  await using app = await startApp()

  const [large, small] = await take(
    app,
    { path: 'large.md', content: 'x'.repeat(8 * 1024 * 1024 + 1) },
    { path: 'small.md', content: 'x' },
  )

  expect(large).toMatchObject({ outcome: 'failed', reason: 'payload_too_large' })
  expect(large.message).toContain('documentBytes')
  expect(small.outcome).toBe('created')
})

test.for([
  ['no files', []],
  [
    'over a hundred files',
    Array.from({ length: 101 }, (_, at) => ({ path: `${at}.md`, content: 'x' })),
  ],
  ['an empty path', [{ path: '', content: 'x' }]],
  ['a path of 1025 characters', [{ path: `${'a'.repeat(1022)}.md`, content: 'x' }]],
  ['no content', [{ path: 'a.md' }]],
  ['content that is no text', [{ path: 'a.md', content: 3 }]],
] as const)('a request with %s is 400 and writes nothing', async ([, files]) => {
  await using app = await startApp()

  const reply = await send(app, files)

  expect(reply.statusCode).toBe(400)
  expect(await documents(app)).toEqual([])
})

test('a hundred files are taken at once', async () => {
  await using app = await startApp()
  const files = Array.from({ length: 100 }, (_, at) => ({ path: `${at}.md`, content: `x${at}` }))

  const taken = await take(app, ...files)

  expect(taken.map(({ path }: File) => path)).toEqual(files.map(({ path }) => path))
  expect(taken.every(({ outcome }: { outcome: string }) => outcome === 'created')).toBe(true)
})

test('requests that import one new path at the same time make one document', async () => {
  await using app = await startApp()

  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, at) => take(app, { path: 'same.md', content: `v${at % 2}` })),
  )

  const ids = new Set(replies.flat().map(({ id }) => id))
  expect(ids.size).toBe(1)
  expect(await documents(app)).toHaveLength(1)
  expect(replies.flat().filter(({ outcome }) => outcome === 'created')).toHaveLength(1)
})

test('a document that was deleted is created again', async () => {
  await using app = await startApp()
  const [first] = await take(app, { path: 'a.md', content: 'x' })
  await app.inject({ method: 'DELETE', url: `/v1/documents/${first.id}` })

  const [again] = await take(app, { path: 'a.md', content: 'x' })

  expect(again.outcome).toBe('created')
  expect(again.id).not.toBe(first.id)
})

test('a managed document is not overwritten, and the other files of the run are', async () => {
  await using app = await startApp()
  const [held] = await take(app, { path: 'held.md', content: 'x' })
  const { etag } = (await app.inject(`/v1/documents/${held.id}`)).json().data
  const managed = await app.inject({
    method: 'PUT',
    url: `/v1/documents/${held.id}/coordination`,
    headers: { 'if-match': etag, 'idempotency-key': 'manage-held' },
  })
  expect(managed.statusCode).toBe(200)

  const [refused, other] = await take(
    app,
    { path: 'held.md', content: 'changed' },
    { path: 'other.md', content: 'x' },
  )

  expect(refused.outcome).toBe('failed')
  expect(refused.reason).toMatch(/precondition|if_match|lease/)
  expect(other.outcome).toBe('created')
})

test('importing needs the scope to write documents', async () => {
  await using app = await startApp()
  const payload = { files: [{ path: 'a.md', content: 'x' }] }
  const as = async (scope: string) =>
    (
      await app.inject({
        method: 'POST',
        url: '/v1/import',
        headers: await app.key([scope]),
        payload,
      })
    ).statusCode

  expect(await as('documents.read')).toBe(403)
  expect(await as('documents.write')).toBe(200)
})
