import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { startApp } from '../support/app.ts'

async function createPrompt(app: TestApp, body: object = {}) {
  const reply = await app.inject({
    method: 'POST',
    url: '/v1/prompts',
    payload: { title: 'Review', description: 'Reviews code', content: 'one', ...body },
  })
  const { id } = reply.json().data as { id: string }
  return { id, url: `/v1/prompts/${id}` }
}

async function addWorkspace(app: TestApp, id: string): Promise<void> {
  await app.store.write((tx) =>
    tx.insertInto('workspaces').values({ id, name: id, settings: '{}', created_at: 0 }).execute(),
  )
  await app.services.access.reload()
}

const history = async (app: TestApp, url: string): Promise<{ id: string; version: number }[]> =>
  (await app.inject(`${url}/versions`)).json().data

const listed = async (app: TestApp, query: string): Promise<string[]> =>
  (await app.inject(`/v1/prompts?${query}`)).json().data.map(({ id }: { id: string }) => id)

test('a key bound to another workspace sees nothing of a prompt and changes nothing', async () => {
  await using app = await startApp()
  await addWorkspace(app, 'other')
  const { url } = await createPrompt(app)
  const [version] = await history(app, url)
  const headers = await app.key(['prompts.write'], ['other'])

  const replies = [
    await app.inject({ url, headers }),
    await app.inject({ url: `${url}/versions`, headers }),
    await app.inject({ method: 'PATCH', url, headers, payload: { content: 'two' } }),
    await app.inject({
      method: 'POST',
      url: `${url}/restore`,
      headers,
      payload: { versionId: version?.id },
    }),
    await app.inject({ method: 'DELETE', url, headers }),
  ]
  const list = await app.inject({ url: '/v1/prompts', headers })

  expect(replies.map((reply) => [reply.statusCode, reply.json().error_code])).toEqual(
    Array.from({ length: 5 }, () => [404, 'prompt_not_found']),
  )
  expect(list.json().data).toEqual([])
  expect((await app.inject(url)).json().data).toMatchObject({ content: 'one', currentVersion: 0 })
})

test('a prompt is created in the workspace that its body names, when the caller may enter it', async () => {
  await using app = await startApp()
  await addWorkspace(app, 'other')
  const headers = await app.key(['prompts.write'], ['other'])
  const payload = { title: 'T', description: 'D', content: 'c' }

  const { id } = await createPrompt(app, { workspaceId: 'other' })
  const refused = await app.inject({
    method: 'POST',
    url: '/v1/prompts',
    headers,
    payload: { ...payload, workspaceId: 'default' },
  })

  expect(await listed(app, 'workspace=other')).toEqual([id])
  expect(await listed(app, '')).toEqual([])
  expect([refused.statusCode, refused.json().error_code]).toEqual([400, 'unknown_workspace'])
})

test('public prompts of other workspaces are listed only where asked for', async () => {
  await using app = await startApp()
  await addWorkspace(app, 'other')
  const shared = await createPrompt(app, { workspaceId: 'other' })
  await createPrompt(app, { workspaceId: 'other' })
  app.clock.advance(1)
  const own = await createPrompt(app)
  await app.store.write((tx) =>
    tx.updateTable('prompts').set({ is_public: 1 }).where('id', '=', shared.id).execute(),
  )

  expect(await listed(app, '')).toEqual([own.id])
  expect(await listed(app, 'includePublic=false')).toEqual([own.id])
  expect(await listed(app, 'includePublic=true')).toEqual([own.id, shared.id])
})

test('every mutation that is sent again with its key answers the same and does nothing', async () => {
  await using app = await startApp()
  const key = { 'idempotency-key': 'once' }
  const create = {
    method: 'POST',
    url: '/v1/prompts',
    headers: key,
    payload: { title: 'T', description: 'D', content: 'one' },
  } as const
  const first = await app.inject(create)
  const url = String(first.headers.location)
  const versionId = (await history(app, url))[0]?.id
  const requests = [
    create,
    { method: 'PATCH', url, headers: key, payload: { content: 'two' } },
    { method: 'POST', url: `${url}/restore`, headers: key, payload: { versionId } },
    { method: 'DELETE', url, headers: key },
  ] as const

  const seen: unknown[] = []
  for (const request of requests) {
    const done = request === create ? first : await app.inject(request)
    const again = await app.inject(request)
    seen.push([
      done.statusCode,
      again.statusCode,
      again.body === done.body,
      again.headers.location === done.headers.location,
      done.headers['idempotency-replayed'],
      again.headers['idempotency-replayed'],
    ])
    if (request.method === 'PATCH') expect(await history(app, url)).toHaveLength(2)
    if (request.url.endsWith('/restore')) expect(await history(app, url)).toHaveLength(3)
  }

  expect(seen).toEqual([
    [201, 201, true, true, undefined, 'true'],
    [200, 200, true, true, undefined, 'true'],
    [200, 200, true, true, undefined, 'true'],
    [200, 200, true, true, undefined, 'true'],
  ])
  expect(await listed(app, '')).toEqual([])
})

test('following the cursor shows each prompt once, newest first', async () => {
  await using app = await startApp()
  const made: string[] = []
  for (let n = 0; n < 5; n += 1) {
    made.push((await createPrompt(app)).id)
    app.clock.advance(1)
  }

  const seen: string[] = []
  let query = 'limit=2'
  for (let more = true; more; ) {
    const { data, pagination } = (await app.inject(`/v1/prompts?${query}`)).json()
    seen.push(...data.map(({ id }: { id: string }) => id))
    query = `limit=2&cursor=${encodeURIComponent(pagination.cursor)}`
    more = pagination.hasMore
  }

  expect(seen).toEqual(made.reverse())
  expect(await listed(app, `cursor=${Buffer.from('4').toString('base64')}`)).toEqual(made.slice(4))
})

test.for([
  ['limit=0', 'invalid_request'],
  ['limit=1.5', 'invalid_request'],
  ['limit=ten', 'invalid_request'],
  ['includePublic=yes', 'invalid_request'],
  ['cursor=nonsense', 'invalid_cursor'],
  [`cursor=${Buffer.from('{"1":"-1"}').toString('base64')}`, 'invalid_cursor'],
  ['workspace=none', 'unknown_workspace'],
] as const)('a list with %s is refused as %s', async ([query, reason]) => {
  await using app = await startApp()

  const reply = await app.inject(`/v1/prompts?${query}`)

  expect([reply.statusCode, reply.json().error_code]).toEqual([400, reason])
})

test('a limit over the most is that most', async () => {
  await using app = await startApp()
  await Promise.all(Array.from({ length: 101 }, () => createPrompt(app)))

  const { data, pagination } = (await app.inject('/v1/prompts?limit=5000')).json()

  expect(data).toHaveLength(100)
  expect(pagination.hasMore).toBe(true)
})

test('tags are trimmed, kept in order, replaced as a whole and left alone when not sent', async () => {
  await using app = await startApp()
  const { id, url } = await createPrompt(app, { tags: [' b ', 'a', '', 'b'] })
  const patch = async (payload: object) =>
    (await app.inject({ method: 'PATCH', url, payload })).json().data.tags

  expect((await app.inject(url)).json().data.tags).toEqual(['b', 'a'])
  expect(await listed(app, 'tags=%20a%20,,b&tags=a')).toEqual([id])
  expect(await listed(app, 'tags=A')).toEqual([])
  expect(await listed(app, 'tags=,')).toEqual([id])
  expect(await patch({ content: 'two' })).toEqual(['b', 'a'])
  expect(await patch({ tags: ['c'] })).toEqual(['c'])
  expect(await listed(app, 'tags=a')).toEqual([])
  expect(await patch({ tags: [] })).toEqual([])
  expect(await listed(app, 'tags=c')).toEqual([])
})

test('restoring brings parameters and variables back, and only versions of this prompt', async () => {
  await using app = await startApp()
  const variables = [{ name: 'code', type: 'string' }]
  const { url } = await createPrompt(app, { variables, parameters: { temperature: 1 } })
  await app.inject({
    method: 'PATCH',
    url,
    payload: { variables: [], parameters: {}, content: 'two' },
  })
  const stranger = (await history(app, (await createPrompt(app)).url))[0]
  const restore = (versionId: string | undefined) =>
    app.inject({ method: 'POST', url: `${url}/restore`, payload: { versionId } })

  const foreign = await restore(stranger?.id)
  const restored = await restore((await history(app, url))[1]?.id)

  expect(foreign.json().error_code).toBe('prompt_version_not_found')
  expect(restored.statusCode).toBe(200)
  expect((await app.inject(url)).json().data).toMatchObject({
    content: 'one',
    variables,
    parameters: { temperature: 1 },
    currentVersion: 2,
  })
})

test('a change is found by search at once, and what it replaced no longer', async () => {
  await using app = await startApp()
  const { url, id } = await createPrompt(app, { content: 'walrus' })
  const find = async (q: string) =>
    (await app.inject(`/v1/search?semantic=false&type=prompts&q=${q}`))
      .json()
      .data.prompts.map(({ promptId }: { promptId: string }) => promptId)

  await app.inject({ method: 'PATCH', url, payload: { content: 'narwhal' } })
  await app.inject({ method: 'PATCH', url, payload: { title: 'Whales' } })

  expect(await find('walrus')).toEqual([])
  expect(await find('narwhal')).toEqual([id])
  expect(await find('whales')).toEqual([id])
})

test.for([
  ['a title that is blank', { title: ' ' }],
  ['a title over 512 characters', { title: 'x'.repeat(513) }],
  ['a description over 4096 characters', { description: 'x'.repeat(4097) }],
  ['content with a NUL', { content: 'a\0b' }],
  ['a tag with a comma', { tags: ['a,b'] }],
  ['tags as text', { tags: 'a' }],
  ['65 tags', { tags: Array.from({ length: 65 }, (_, n) => `t${n}`) }],
  ['a title of null', { title: null }],
  ['a token count that is no integer', { parameters: { maxTokens: 1.5 } }],
  ['parameters as a list', { parameters: [] }],
  ['a variable without a name', { variables: [{ type: 'string' }] }],
] as const)('a change to %s is refused and changes nothing', async ([, payload]) => {
  await using app = await startApp()
  const { url } = await createPrompt(app)

  const reply = await app.inject({ method: 'PATCH', url, payload: { content: 'two', ...payload } })

  expect([reply.statusCode, reply.json().error_code]).toEqual([400, 'invalid_request'])
  expect((await app.inject(url)).json().data).toMatchObject({
    title: 'Review',
    content: 'one',
    currentVersion: 0,
  })
})

test('content over the limit is refused as too large, naming the limit', async () => {
  await using app = await startApp({ env: { LECTERN_LIMITS_DOCUMENT_BYTES: '1024' } })
  const { url } = await createPrompt(app)

  const reply = await app.inject({ method: 'PATCH', url, payload: { content: 'é'.repeat(513) } })

  expect(reply.statusCode).toBe(413)
  expect(reply.json().error.details).toMatchObject({ limit: 'documentBytes', sent: 1026 })
})

test('deleting a prompt takes no text that another one holds, however often it held it', async () => {
  await using app = await startApp()
  const kept = await createPrompt(app, { content: 'shared' })
  const gone = await createPrompt(app, { content: 'shared' })
  await app.inject({ method: 'PATCH', url: gone.url, payload: { parameters: {} } })
  await app.inject({ method: 'PATCH', url: gone.url, payload: { content: 'shared' } })

  await app.inject({ method: 'DELETE', url: gone.url })

  expect((await app.inject(kept.url)).json().data?.content).toBe('shared')
  expect(await app.store.read.selectFrom('blobs').select('refs').execute()).toEqual([{ refs: 1 }])
})

test('a deleted prompt leaves nothing in the index of search', async () => {
  await using app = await startApp()
  const { url } = await createPrompt(app, { content: 'walrus' })
  const indexed = () =>
    app.store.fullText.candidates(app.store.read, {
      needle: 'walrus',
      type: 'prompt',
      workspaceId: 'default',
    })

  const before = await indexed()
  await app.inject({ method: 'DELETE', url })

  expect([before.length, (await indexed()).length]).toEqual([1, 0])
})
