import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { startApp } from '../support/app.ts'

async function createPrompt(app: TestApp, body: object = {}) {
  const reply = await app.inject({
    method: 'POST',
    url: '/v1/prompts',
    payload: {
      title: 'Code Review',
      description: 'Reviews code',
      content: 'Review ${language}:\n\n${code}',
      engine: 'any',
      tags: ['engineering'],
      ...body,
    },
  })
  const { data } = reply.json()
  return { reply, data, url: `/v1/prompts/${data?.id}` }
}

test('a created prompt is version 0 at its address, and placeholders are kept as they are', async () => {
  await using app = await startApp()

  const { reply, data } = await createPrompt(app)

  expect(reply.statusCode).toBe(201)
  expect(reply.headers.location).toBe(`/v1/prompts/${data.id}`)
  expect(data).toEqual({
    id: expect.stringMatching(/^k57[A-Za-z0-9]{21}$/),
    title: 'Code Review',
    description: 'Reviews code',
    content: 'Review ${language}:\n\n${code}',
    isPublic: false,
    isArchived: false,
    currentVersion: 0,
    tags: ['engineering'],
    stats: { views: 0, copies: 0 },
  })
})

test('reading counts a view and shows variables and parameters', async () => {
  await using app = await startApp()
  const variables = [{ name: 'code', type: 'string', description: 'What to review' }]
  const { url } = await createPrompt(app, {
    variables,
    parameters: { temperature: 0.2, maxTokens: 100, other: 1 },
  })

  await app.inject(url)
  const { data } = (await app.inject(url)).json()

  expect(data.stats).toEqual({ views: 2, copies: 0 })
  expect(data.variables).toEqual(variables)
  expect(data.parameters).toEqual({ temperature: 0.2, maxTokens: 100 })
})

test.for([
  ['content', { content: 'new' }, 1],
  ['the same content', { content: 'Review ${language}:\n\n${code}' }, 1],
  ['parameters', { parameters: {} }, 1],
  ['variables', { variables: [] }, 1],
  ['empty content', { content: '' }, 0],
  [
    'title, description and tags',
    { title: 'T', description: 'D', tags: [], changeLog: 'dropped' },
    0,
  ],
  ['nothing', {}, 0],
] as const)('a change of %s leads to version %i', async ([, payload, version]) => {
  await using app = await startApp()
  const { url } = await createPrompt(app)

  const { data } = (await app.inject({ method: 'PATCH', url, payload })).json()
  const history = (await app.inject(`${url}/versions`)).json().data

  expect(data.currentVersion).toBe(version)
  expect(history.map((row: { version: number }) => row.version)).toEqual(
    version === 1 ? [1, 0] : [0],
  )
  expect(history.some((row: { changeLog?: string }) => row.changeLog === 'dropped')).toBe(false)
})

test('the history shows the first 200 characters of each version, newest first', async () => {
  await using app = await startApp()
  const { url } = await createPrompt(app, { content: '🚀'.repeat(201) })
  await app.inject({
    method: 'PATCH',
    url,
    payload: { content: 'x'.repeat(200), changeLog: 'Shorter' },
  })

  const { data } = (await app.inject(`${url}/versions`)).json()

  expect(data).toEqual([
    {
      id: expect.stringMatching(/^v_/),
      version: 1,
      content: 'x'.repeat(200),
      changeLog: 'Shorter',
      userName: 'Local owner',
    },
    {
      id: expect.stringMatching(/^v_/),
      version: 0,
      content: `${'🚀'.repeat(200)}...`,
      changeLog: 'Original version',
      userName: 'Local owner',
    },
  ])
})

test('restoring always makes a version, and answers without tags', async () => {
  await using app = await startApp()
  const { url } = await createPrompt(app)
  await app.inject({ method: 'PATCH', url, payload: { content: 'two' } })
  const first = (await app.inject(`${url}/versions`)).json().data[1].id
  const restore = (versionId: string) =>
    app.inject({ method: 'POST', url: `${url}/restore`, payload: { versionId } })

  const once = await restore(first)
  const twice = await restore(first)
  const unknown = await restore('v_none')

  expect(once.json().data).toMatchObject({
    currentVersion: 2,
    content: 'Review ${language}:\n\n${code}',
  })
  expect(once.json().data).not.toHaveProperty('tags')
  expect(twice.json().data.currentVersion).toBe(3)
  expect(unknown.json().error_code).toBe('prompt_version_not_found')
  expect((await app.inject(url)).json().data.tags).toEqual(['engineering'])
})

test('a deleted prompt is gone, with its texts, its collections and its search hit', async () => {
  await using app = await startApp()
  const { url, data } = await createPrompt(app)
  const collection = (
    await app.inject({ method: 'POST', url: '/v1/collections', payload: { name: 'C' } })
  ).json().data
  await app.inject({
    method: 'POST',
    url: `/v1/collections/${collection.id}/items`,
    payload: { itemIds: [data.id], itemType: 'prompt' },
  })

  const reply = await app.inject({ method: 'DELETE', url })

  expect(reply.json()).toEqual({ success: true, id: data.id })
  expect((await app.inject(url)).statusCode).toBe(404)
  expect((await app.inject(`/v1/collections/${collection.id}`)).json().data.itemCount).toBe(0)
  expect((await app.inject('/v1/search?semantic=false&q=Review')).json().data.prompts).toEqual([])
  expect(await app.store.read.selectFrom('blobs').select('hash').execute()).toEqual([])
})

test('a list has full content, no variables, and is filtered by text and tags', async () => {
  await using app = await startApp()
  const one = await createPrompt(app, { tags: ['a', 'b'] })
  app.clock.advance(1)
  const two = await createPrompt(app, { title: 'Other', description: '50%_off', tags: ['a'] })
  const ids = async (query: string) =>
    (await app.inject(`/v1/prompts?${query}`)).json().data.map(({ id }: { id: string }) => id)

  const { data, pagination } = (await app.inject('/v1/prompts?limit=1')).json()

  expect(data).toEqual([
    {
      id: two.data.id,
      title: 'Other',
      description: '50%_off',
      content: two.data.content,
      isPublic: false,
      currentVersion: 0,
      tags: ['a'],
      stats: { views: 0, copies: 0 },
    },
  ])
  expect(pagination).toEqual({ cursor: Buffer.from('{"1":"1"}').toString('base64'), hasMore: true })
  expect(await ids('tags=a,b')).toEqual([one.data.id])
  expect(await ids(`q=${encodeURIComponent('%_OFF')}`)).toEqual([two.data.id])
  expect(await ids('q=code')).toEqual([one.data.id])
  expect(await ids('q=language')).toEqual([])
})

test('a prompt is found by title, description and content, with the keys of the seed', async () => {
  await using app = await startApp()
  const { data } = await createPrompt(app)
  const find = async (q: string) =>
    (await app.inject(`/v1/search?semantic=false&type=prompts&q=${encodeURIComponent(q)}`)).json()
      .data.prompts

  expect(await find('CODE REVIEW')).toEqual([
    { promptId: data.id, title: 'Code Review', description: 'Reviews code', tags: ['engineering'] },
  ])
  expect(await find('${code}')).toMatchObject([
    { promptId: data.id, highlight: expect.stringContaining('${code}') },
  ])
})

test('a repeated request with its key has one effect', async () => {
  await using app = await startApp()
  const { url } = await createPrompt(app)
  const patch = {
    method: 'PATCH',
    url,
    headers: { 'idempotency-key': 'k' },
    payload: { content: 'two' },
  } as const

  const replies = await Promise.all(Array.from({ length: 5 }, () => app.inject(patch)))
  const other = await app.inject({ ...patch, payload: { content: 'three' } })

  expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
  expect(replies[0]?.json().data.currentVersion).toBe(1)
  expect(other.statusCode).toBe(422)
})

test('writers at the same time make one version each', async () => {
  await using app = await startApp()
  const { url } = await createPrompt(app)

  const versions = await Promise.all(
    Array.from(
      { length: 20 },
      async (_, n) =>
        (await app.inject({ method: 'PATCH', url, payload: { content: `text ${n}` } })).json().data
          .currentVersion,
    ),
  )

  expect(versions.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
  expect((await app.inject(`${url}/versions`)).json().data).toHaveLength(21)
})

test.for([
  ['GET', '', undefined],
  ['PATCH', '', {}],
  ['DELETE', '', undefined],
  ['GET', '/versions', undefined],
  ['POST', '/restore', { versionId: 'v_x' }],
] as const)('%s of an unknown prompt%s is 404', async ([method, path, payload]) => {
  await using app = await startApp()

  const reply = await app.inject({
    method,
    url: `/v1/prompts/k57none${path}`,
    ...(payload === undefined ? {} : { payload }),
  })

  expect(reply.statusCode).toBe(404)
  expect(reply.json().error_code).toBe('prompt_not_found')
})

test.for([
  ['without a description', { title: 'T', content: 'c' }],
  ['without content', { title: 'T', description: 'd' }],
  ['with empty content', { title: 'T', description: 'd', content: '' }],
  [
    'with a variable of an unknown type',
    { title: 'T', description: 'd', content: 'c', variables: [{ name: 'a', type: 'date' }] },
  ],
  ['with variables as an object', { title: 'T', description: 'd', content: 'c', variables: {} }],
  [
    'with a temperature as text',
    { title: 'T', description: 'd', content: 'c', parameters: { temperature: '1' } },
  ],
  [
    'with half a surrogate pair in a variable',
    {
      title: 'T',
      description: 'd',
      content: 'c',
      variables: [{ name: 'a\ud800', type: 'string' }],
    },
  ],
] as const)('a prompt %s is refused', async ([, payload]) => {
  await using app = await startApp()

  const reply = await app.inject({ method: 'POST', url: '/v1/prompts', payload })

  expect(reply.statusCode).toBe(400)
  expect((await app.inject('/v1/prompts')).json().data).toEqual([])
})

test('prompts have scopes of their own', async () => {
  await using app = await startApp()
  const { url } = await createPrompt(app)
  const documents = await app.key(['documents.write'])
  const reader = await app.key(['prompts.read'])

  const replies = [
    await app.inject({ url, headers: documents }),
    await app.inject({ url, headers: reader }),
    await app.inject({ method: 'PATCH', url, headers: reader, payload: {} }),
    await app.inject({ url: '/v1/search?q=Review', headers: documents }),
    await app.inject({ url: '/v1/search?q=Review&type=prompts', headers: documents }),
  ]

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([403, 200, 403, 200, 403])
  expect(replies[3]?.json().data.prompts).toEqual([])
})
