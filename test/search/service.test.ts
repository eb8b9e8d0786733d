import { expect, test } from 'vitest'
import { LOCAL_OWNER } from '../../src/access/service.ts'
import type { TestApp } from '../support/app.ts'
import { startApp } from '../support/app.ts'

interface Document {
  readonly title: string
  readonly content: string
  readonly tags?: readonly string[]
}

const add = async (app: TestApp, payload: Document): Promise<string> => {
  const reply = await app.inject({ method: 'POST', url: '/v1/documents', payload })
  expect(reply.statusCode).toBe(201)
  app.clock.advance(1)
  return reply.json().data.id
}

const url = (query: Readonly<Record<string, string>>) =>
  `/v1/search?${new URLSearchParams({ semantic: 'false', ...query })}`

const titles = async (app: TestApp, query: Readonly<Record<string, string>>) =>
  (await app.inject(url(query)))
    .json()
    .data.documents.map(({ title }: { title: string }) => title) as string[]

test('a literal answer has the shape of the contract and nothing more', async () => {
  await using app = await startApp()
  const id = await add(app, {
    title: 'Guidelines',
    content: `${'before '.repeat(40)}our API Design standard${' after'.repeat(80)}`,
    tags: ['engineering', 'standards'],
  })

  const reply = await app.inject(url({ q: 'api design', type: 'documents' }))

  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual({
    data: {
      documents: [
        {
          documentId: id,
          title: 'Guidelines',
          tags: ['engineering', 'standards'],
          highlight: expect.stringMatching(/^\.\.\..*our API Design standard.*\.\.\.$/),
        },
      ],
      prompts: [],
      collections: [],
    },
    meta: { query: 'api design', semantic: false, mode: 'literal' },
  })
})

test('a title match has no highlight and comes before body matches, each newest first', async () => {
  await using app = await startApp()
  await add(app, { title: 'Old needle', content: 'x' })
  await add(app, { title: 'Old body', content: 'a needle' })
  await add(app, { title: 'New needle', content: 'x' })
  await add(app, { title: 'New body', content: 'a NEEDLE' })

  const { documents } = (await app.inject(url({ q: 'needle' }))).json().data

  expect(
    documents.map(({ title, highlight }: { title: string; highlight?: string }) => [
      title,
      highlight,
    ]),
  ).toEqual([
    ['New needle', undefined],
    ['Old needle', undefined],
    ['New body', 'a NEEDLE'],
    ['Old body', 'a needle'],
  ])
})

test.for(['true', '', 'FALSE', undefined])(
  'with semantic=%s the answer says aloud that it is literal only',
  async (semantic) => {
    await using app = await startApp()

    const { meta } = (
      await app.inject(`/v1/search?q=x${semantic === undefined ? '' : `&semantic=${semantic}`}`)
    ).json()

    expect(meta).toMatchObject({ semantic: false, mode: 'literal' })
    expect(meta.degraded.reason).toBe('not_built')
    expect(meta.degraded.message).toMatch(/\.$/)
  },
)

test.for([
  '',
  '?q=',
  '?q=%20%09',
  '?q=%E3%80%80',
  '?q=a&query=b',
  '?q=a&q=b',
  '?q=a&type=files',
  '?q=a&limit=0',
  '?q=a&limit=-1',
  '?q=a&limit=1.5',
  '?q=a&limit=many',
  '?q=a&limit=',
  '?q=a&scoreThreshold=2',
  '?q=a%00b',
])('/v1/search%s is 400', async (query) => {
  await using app = await startApp()

  const reply = await app.inject(`/v1/search${query}`)

  expect(reply.statusCode).toBe(400)
  expect(reply.json().error.message).toMatch(/\.$/)
})

test('a query over the limit is 400 and names the limit', async () => {
  await using app = await startApp()

  const over = await app.inject(`/v1/search?q=${'a'.repeat(4097)}`)
  const at = await app.inject(`/v1/search?q=${'a'.repeat(4096)}`)

  expect([over.statusCode, at.statusCode]).toEqual([400, 200])
  expect(over.json().error.details).toMatchObject({ limit: 'queryLength', value: 4096 })
})

test('`query` is another name of `q`, and both may say the same', async () => {
  await using app = await startApp()
  await add(app, { title: 'One', content: 'x' })

  for (const ask of ['query=one', 'q=one&query=one']) {
    const reply = await app.inject(`/v1/search?semantic=false&${ask}`)
    expect(reply.json().data.documents).toHaveLength(1)
  }
})

test('at most ten hits by default and at most fifty whatever is asked for', async () => {
  await using app = await startApp()
  for (let at = 0; at < 55; at += 1) await add(app, { title: `Hit ${at}`, content: 'x' })

  expect(await titles(app, { q: 'hit' })).toHaveLength(10)
  expect(await titles(app, { q: 'hit', limit: '50' })).toHaveLength(50)
  expect(await titles(app, { q: 'hit', limit: '1000000' })).toHaveLength(50)
  expect(await titles(app, { q: 'hit', limit: '1' })).toEqual(['Hit 54'])
})

test('tags narrow before the limit counts, and all of them must be there', async () => {
  await using app = await startApp()
  await add(app, { title: 'Wanted hit', content: 'x', tags: ['a', 'b c'] })
  await add(app, { title: 'Half hit', content: 'x', tags: ['a'] })
  for (let at = 0; at < 12; at += 1) await add(app, { title: `Other hit ${at}`, content: 'x' })

  expect(await titles(app, { q: 'hit', tags: 'a, b c ,' })).toEqual(['Wanted hit'])
  expect(await titles(app, { q: 'hit', tags: 'a', limit: '1' })).toEqual(['Half hit'])
  expect(await titles(app, { q: 'hit', tags: 'A' })).toEqual([])
  expect(await titles(app, { q: 'hit', tags: ',' })).toHaveLength(10)
  const repeated = await app.inject(`${url({ q: 'hit', tags: 'a' })}&tags=b%20c`)
  expect(repeated.json().data.documents).toHaveLength(1)
})

test('a key is answered only with the types that it may read', async () => {
  await using app = await startApp()
  await add(app, { title: 'Secret', content: 'x' })
  const headers = await app.key(['prompts.read'])

  const all = await app.inject({ url: url({ q: 'secret', type: 'all' }), headers })
  const named = await app.inject({ url: url({ q: 'secret', type: 'documents' }), headers })
  const other = await app.inject({ url: url({ q: 'secret', type: 'prompts' }), headers })
  const neither = await app.inject({
    url: url({ q: 'secret' }),
    headers: await app.key(['events']),
  })

  expect([all, named, other, neither].map(({ statusCode }) => statusCode)).toEqual([
    200, 403, 200, 403,
  ])
  expect(all.json().data.documents).toEqual([])
  expect(named.json().error.details.needed).toEqual(['documents.read'])
})

test('a workspace that is not there is refused', async () => {
  await using app = await startApp()
  await add(app, { title: 'Here', content: 'x' })

  const there = await app.inject(url({ q: 'here', workspace: 'default' }))
  const unknown = await app.inject(url({ q: 'here', workspace: 'nowhere' }))

  expect(there.json().data.documents).toHaveLength(1)
  expect(unknown.statusCode).toBe(400)
  expect(unknown.json().error_code).toBe('unknown_workspace')
})

test('what another workspace holds is never found', async () => {
  await using app = await startApp()
  const caller = {
    principal: LOCAL_OWNER,
    workspaceId: 'other',
    origin: 'rest',
    requestId: 'test',
  } as const
  await app.services.documents.create(caller, { title: 'Elsewhere', content: 'a walrus' })

  const here = [await titles(app, { q: 'walrus' }), await titles(app, { q: 'e' })]
  const { data } = await app.services.search.search(caller, { q: 'walrus', semantic: 'false' })

  expect(here).toEqual([[], []])
  expect(data.documents.map(({ title }) => title)).toEqual(['Elsewhere'])
})

test('what was written is found at once, and what is gone is not', async () => {
  await using app = await startApp()
  const id = await add(app, { title: 'First', content: 'the walrus' })

  const created = await titles(app, { q: 'walrus' })
  await app.inject({
    method: 'PATCH',
    url: `/v1/documents/${id}`,
    payload: { title: 'Second', content: 'the carpenter' },
  })
  const patched = [
    await titles(app, { q: 'walrus' }),
    await titles(app, { q: 'first' }),
    await titles(app, { q: 'carpenter' }),
    await titles(app, { q: 'second' }),
  ]
  await app.inject({ method: 'DELETE', url: `/v1/documents/${id}` })
  const deleted = [await titles(app, { q: 'carpenter' }), await titles(app, { q: 's' })]

  expect(created).toEqual(['First'])
  expect(patched).toEqual([[], [], ['Second'], ['Second']])
  expect(deleted).toEqual([[], []])
})
