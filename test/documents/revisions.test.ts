import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256Hex } from '../../src/lib/hash.ts'
import { startApp, tempDir, testClock } from '../support/app.ts'
import { createDocument } from '../support/documents.ts'

test('a change is one revision with its own history row', async () => {
  await using app = await startApp()
  const { url, id, etag } = await createDocument(app, { content: 'one', tags: ['a'] })
  app.clock.advance(5)

  const reply = await app.inject({
    method: 'PATCH',
    url,
    headers: { 'if-match': etag },
    payload: { title: 'New', content: 'two', contentHtml: '<p>two</p>', changeLog: 'Second' },
  })
  const history = (await app.inject(`${url}/versions`)).json().data

  expect(reply.json().data).toMatchObject({
    id,
    revision: 1,
    contentHash: sha256Hex('two'),
    noop: false,
  })
  expect(history).toEqual([
    {
      id: expect.stringMatching(/^dv_/),
      documentId: id,
      version: 1,
      title: 'New',
      content: 'two',
      contentHtml: '<p>two</p>',
      contentHash: sha256Hex('two'),
      snapshotCompleteness: 'complete',
      actor: { kind: 'local', displayName: 'Local owner' },
      origin: 'rest',
      changeLog: 'Second',
      userName: 'Local owner',
      createdAt: app.clock.now(),
    },
    expect.objectContaining({ version: 0, title: 'Guide', content: 'one' }),
  ])
})

test.for([
  [
    'the same values',
    { title: 'Guide', content: 'one', tags: ['a'], metadata: {}, contentHtml: null },
  ],
  ['only a change log', { changeLog: 'nothing' }],
  ['nothing', {}],
] as const)('a change to %s is no change', async ([, payload]) => {
  await using app = await startApp()
  const { url, etag } = await createDocument(app, { content: 'one', tags: ['a'] })

  const reply = await app.inject({ method: 'PATCH', url, payload })

  expect(reply.statusCode).toBe(200)
  expect(reply.json().data).toMatchObject({ revision: 0, noop: true })
  expect(reply.headers.etag).toBe(etag)
  expect((await app.inject(`${url}/versions`)).json().data).toHaveLength(1)
})

test('null clears what can be cleared', async () => {
  await using app = await startApp()
  const { url } = await createDocument(app)
  const set = {
    contentHtml: '<p>',
    rawHtml: '<html>',
    sourceUrl: 'https://a.example',
    metadata: { k: 1 },
  }
  await app.inject({ method: 'PATCH', url, payload: set })
  const filled = (await app.inject(url)).json().data

  await app.inject({
    method: 'PATCH',
    url,
    payload: { contentHtml: null, rawHtml: null, sourceUrl: null, metadata: {}, tags: [] },
  })
  const cleared = (await app.inject(url)).json().data

  expect(filled).toMatchObject({ ...set, revision: 1 })
  for (const field of Object.keys(set)) expect(cleared).not.toHaveProperty(field)
  expect(cleared.revision).toBe(2)
})

test('a changed text is found by its new words and not by its old ones at once', async () => {
  await using app = await startApp()
  const { url, id } = await createDocument(app, { content: 'the albatross' })
  const find = async (q: string) =>
    (await app.inject(`/v1/search?semantic=false&q=${q}`))
      .json()
      .data.documents.map((hit: { documentId: string }) => hit.documentId)

  await app.inject({ method: 'PATCH', url, payload: { content: 'the pelican' } })

  expect(await find('albatross')).toEqual([])
  expect(await find('pelican')).toEqual([id])
})

test.for([
  ['a malformed validator', { 'if-match': '"rev:0"' }, {}, 400, 'invalid_validator'],
  ['a star', { 'if-match': '*' }, {}, 400, 'invalid_validator'],
  ['a weak validator without -gzip', { 'if-match': 'W/ETAG' }, {}, 400, 'invalid_validator'],
  ['a validator of another revision', { 'if-match': 'REV9' }, {}, 412, 'revision_mismatch'],
  ['a validator with another hash', { 'if-match': 'HASH' }, {}, 412, 'revision_mismatch'],
  ['another expectedRevision', {}, { expectedRevision: 7 }, 412, 'revision_mismatch'],
  [
    'a good validator and another expectedRevision',
    { 'if-match': 'ETAG' },
    { expectedRevision: 7 },
    412,
    'revision_mismatch',
  ],
  ['a negative expectedRevision', {}, { expectedRevision: -1 }, 400, 'invalid_request'],
  ['an expectedRevision as text', {}, { expectedRevision: '0' }, 400, 'invalid_request'],
  [
    'an expectedRevision over the safe integers',
    {},
    { expectedRevision: 9007199254740992 },
    400,
    'invalid_request',
  ],
] as const)(
  'a change with %s is refused and changes nothing',
  async ([, headers, body, status, reason]) => {
    await using app = await startApp()
    const { url, etag, contentHash } = await createDocument(app)
    const ifMatch = 'if-match' in headers ? headers['if-match'] : undefined
    const sent = ifMatch
      ?.replace('REV9', etag.replace('rev:0', 'rev:9'))
      .replace('HASH', etag.replace(contentHash, '0'.repeat(64)))
      .replace('ETAG', etag)

    const reply = await app.inject({
      method: 'PATCH',
      url,
      headers: sent === undefined ? {} : { 'if-match': sent },
      payload: { content: 'new', ...body },
    })

    expect(reply.statusCode).toBe(status)
    expect(reply.json().error_code).toBe(reason)
    if (status === 412) {
      expect(reply.json().error.details).toMatchObject({
        currentRevision: 0,
        currentContentHash: contentHash,
        currentEtag: etag,
      })
    }
    expect((await app.inject(url)).json().data.revision).toBe(0)
  },
)

test.for([
  ['the exact validator', (etag: string) => etag],
  ['the validator of a compressed delivery', (etag: string) => `W/${etag.slice(0, -1)}-gzip"`],
] as const)('a change with %s goes through', async ([, header]) => {
  await using app = await startApp()
  const { url, etag } = await createDocument(app)

  const reply = await app.inject({
    method: 'PATCH',
    url,
    headers: { 'if-match': header(etag) },
    payload: { content: 'new', expectedRevision: 0 },
  })

  expect(reply.statusCode).toBe(200)
})

test('a workspace can require a precondition of every change', async () => {
  await using app = await startApp()
  const { url } = await createDocument(app)
  await app.store.write((tx) =>
    tx.updateTable('workspaces').set({ settings: '{"requirePreconditions":true}' }).execute(),
  )

  const reply = await app.inject({ method: 'PATCH', url, payload: { content: 'new' } })

  expect(reply.statusCode).toBe(428)
  expect(reply.json().error.details.missing).toEqual(['If-Match'])
})

test('a restored version is the current state again, as a new revision', async () => {
  await using app = await startApp()
  const { url } = await createDocument(app, { content: 'one', tags: ['a'] })
  await app.inject({ method: 'PATCH', url, payload: { title: 'Two', content: 'two', tags: ['b'] } })
  const first = (await app.inject(`${url}/versions`)).json().data[1].id

  const restored = await app.inject({
    method: 'POST',
    url: `${url}/restore`,
    payload: { versionId: first },
  })
  const again = await app.inject({
    method: 'POST',
    url: `${url}/restore`,
    payload: { versionId: first },
  })
  const unknown = await app.inject({
    method: 'POST',
    url: `${url}/restore`,
    payload: { versionId: 'dv_none' },
  })

  expect(restored.json().data).toMatchObject({ revision: 2, title: 'Guide', noop: false })
  expect(again.json().data).toMatchObject({ revision: 2, noop: true })
  expect(unknown.json().error_code).toBe('version_not_found')
  expect((await app.inject(url)).json().data).toMatchObject({ content: 'one', tags: ['a'] })
  expect((await app.inject(`${url}/versions`)).json().data[0]).toMatchObject({
    origin: 'restore',
    version: 2,
  })
  expect((await app.inject('/v1/documents?tags=a')).json().data).toHaveLength(1)
  expect((await app.inject('/v1/documents?tags=b')).json().data).toHaveLength(0)
})

test('a repeated request with its key has one effect and one answer, also after a restart', async () => {
  using dir = tempDir()
  const clock = testClock()
  const create = {
    method: 'POST',
    url: '/v1/documents',
    headers: { 'idempotency-key': 'k1' },
    payload: { title: 'T', content: 'c' },
  } as const
  let first = ''
  {
    await using app = await startApp({ dataDir: dir.path, clock })
    const replies = await Promise.all(Array.from({ length: 5 }, () => app.inject(create)))
    first = replies[0]?.body ?? ''
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    expect(
      replies.filter(({ headers }) => headers['idempotency-replayed'] === 'true'),
    ).toHaveLength(4)
  }
  await using app = await startApp({ dataDir: dir.path, clock })

  const replay = await app.inject(create)
  const other = await app.inject({ ...create, payload: { title: 'T', content: 'other' } })
  clock.advance(24 * 60 * 60 * 1000)
  const later = await app.inject(create)

  expect(replay.body).toBe(first)
  expect(replay.headers).toMatchObject({
    'idempotency-replayed': 'true',
    location: expect.stringContaining('/v1/documents/d_'),
  })
  expect(other.statusCode).toBe(422)
  expect(other.json().error_code).toBe('idempotency_key_reused')
  expect(later.headers).not.toHaveProperty('idempotency-replayed')
  expect((await app.inject('/v1/documents')).json().data).toHaveLength(2)
})

test.for(['PATCH', 'DELETE', 'restore'] as const)(
  'a repeated %s has one effect and one answer',
  async (kind) => {
    await using app = await startApp()
    const { url, etag } = await createDocument(app)
    const version = (await app.inject(`${url}/versions`)).json().data[0].id
    await app.inject({ method: 'PATCH', url, payload: { content: 'two' } })
    const now = String((await app.inject(url)).headers.etag)
    const request = {
      PATCH: { method: 'PATCH', url, payload: { content: 'three' } },
      DELETE: { method: 'DELETE', url },
      restore: { method: 'POST', url: `${url}/restore`, payload: { versionId: version } },
    }[kind] as { method: 'PATCH'; url: string; payload?: object }
    const headers = { 'idempotency-key': 'once', 'if-match': now }

    const replies = await Promise.all(
      Array.from({ length: 5 }, () => app.inject({ ...request, headers })),
    )
    const changed = await app.inject({ ...request, headers: { ...headers, 'if-match': etag } })

    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    expect(changed.statusCode).toBe(422)
  },
)

test('a refused request leaves no receipt, so its key can be used again', async () => {
  await using app = await startApp()
  const { url } = await createDocument(app)
  const headers = { 'idempotency-key': 'k' }

  const refused = await app.inject({
    method: 'PATCH',
    url,
    headers,
    payload: { content: 'x', expectedRevision: 5 },
  })
  const accepted = await app.inject({
    method: 'PATCH',
    url,
    headers,
    payload: { content: 'x', expectedRevision: 0 },
  })

  expect([refused.statusCode, accepted.statusCode]).toEqual([412, 200])
})

test('sixteen writers of one document lose no update', async () => {
  await using app = await startApp()
  const { url } = await createDocument(app, { content: '0' })
  const write = async (writer: number): Promise<number> => {
    let done = 0
    for (let round = 0; done < 5 && round < 500; round += 1) {
      const { data } = (await app.inject(url)).json()
      const reply = await app.inject({
        method: 'PATCH',
        url,
        headers: { 'if-match': data.etag },
        payload: { content: `${data.content}\n${writer}.${done}` },
      })
      if (reply.statusCode === 200) done += 1
      else expect(reply.json().error.details.currentRevision).toBeGreaterThan(data.revision)
    }
    return done
  }

  const done = await Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer)))

  const { data } = (await app.inject(url)).json()
  expect(done).toEqual(Array(16).fill(5))
  expect(data.revision).toBe(80)
  expect(new Set(data.content.split('\n')).size).toBe(81)
})

test('whatever is done to documents, history, hashes and kept texts agree with it', async () => {
  const text = fc.constantFrom('a', 'b', 'ab', 'c\r\n', '🚀')
  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('patch' as const),
        doc: fc.nat(2),
        content: text,
        html: fc.option(text),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('create' as const), content: text }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('restore' as const),
        doc: fc.nat(2),
        version: fc.nat(5),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), doc: fc.nat(2) }) },
  )
  await using app = await startApp()
  interface State {
    url: string
    history: { content: string; html: string | null }[]
  }

  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const model: State[] = []
      for (const action of steps) {
        if (action.kind === 'create') {
          const { url } = await createDocument(app, { content: action.content })
          model.push({ url, history: [{ content: action.content, html: null }] })
          continue
        }
        const state = model[action.doc]
        if (state === undefined) continue
        const current = state.history.at(-1)
        if (action.kind === 'delete') {
          await app.inject({ method: 'DELETE', url: state.url })
          model.splice(action.doc, 1)
        } else if (action.kind === 'patch') {
          const payload = { content: action.content, contentHtml: action.html }
          const { data } = (await app.inject({ method: 'PATCH', url: state.url, payload })).json()
          const changes = current?.content !== action.content || current.html !== action.html
          expect(data.noop).toBe(!changes)
          if (changes) state.history.push({ content: action.content, html: action.html })
        } else {
          const target = state.history[action.version]
          if (target === undefined) continue
          const rows = (await app.inject(`${state.url}/versions`)).json().data
          const versionId = rows.find(
            (row: { version: number }) => row.version === action.version,
          ).id
          await app.inject({ method: 'POST', url: `${state.url}/restore`, payload: { versionId } })
          if (target.content !== current?.content || target.html !== current.html)
            state.history.push({ ...target })
        }
      }
      for (const { url, history } of model) {
        const rows = (await app.inject(`${url}/versions`)).json().data.reverse()
        expect(rows.map((row: { version: number }) => row.version)).toEqual(
          history.map((_, n) => n),
        )
        expect(rows.map((row: { content: string }) => row.content)).toEqual(
          history.map(({ content }) => content),
        )
        expect(rows.map((row: { contentHash: string }) => row.contentHash)).toEqual(
          history.map(({ content }) => sha256Hex(content)),
        )
      }
      const held = new Map<string, number>()
      for (const text_ of model.flatMap(({ history }) =>
        history.flatMap(({ content, html }) => (html === null ? [content] : [content, html])),
      )) {
        held.set(sha256Hex(text_), (held.get(sha256Hex(text_)) ?? 0) + 1)
      }
      const blobs = await app.store.read.selectFrom('blobs').select(['hash', 'refs']).execute()
      expect(new Map(blobs.map(({ hash, refs }) => [hash, refs]))).toEqual(held)
      for (const { url } of model) await app.inject({ method: 'DELETE', url })
    }),
    { numRuns: 40, seed: 7 },
  )
  expect(await app.store.read.selectFrom('blobs').select('hash').execute()).toEqual([])
})

test('a history whose texts are more than one reply can carry comes in pages', async () => {
  await using app = await startApp()
  const { url } = await createDocument(app, { content: 'x'.repeat(8 * 1024 * 1024) })
  for (let n = 1; n < 10; n += 1) {
    await app.inject({ method: 'PATCH', url, payload: { title: `T${n}` } })
  }
  const versions: number[] = []
  let pages = 0

  for (let cursor = ''; ; pages += 1) {
    const { data, pagination } = (await app.inject(`${url}/versions?cursor=${cursor}`)).json()
    versions.push(...data.map(({ version }: { version: number }) => version))
    cursor = encodeURIComponent(pagination.cursor)
    if (!pagination.hasMore) break
  }

  expect(versions).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
  expect(pages).toBe(2)
})
