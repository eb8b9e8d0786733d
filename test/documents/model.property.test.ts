import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256Hex } from '../../src/lib/hash.ts'
import { faultsOf } from '../store/support/audit.ts'
import type { TestApp } from '../support/app.ts'
import { startApp } from '../support/app.ts'

interface State {
  readonly title: string
  readonly content: string
  readonly tags: readonly string[]
  readonly contentHtml: string | null
  readonly rawHtml: string | null
  readonly sourceUrl: string | null
  readonly metadata: object
}

interface Modelled {
  readonly url: string
  readonly history: State[]
}

const text = fc.constantFrom('a', 'ab', 'b\r\n', '\ufeffc', '🚀')
const title = fc.constantFrom('Alpha', 'alphabet', '100% _x', 'Straße')
const tags = fc.constantFrom<string[]>([], ['t'], ['t', 'u'], ['u', 't'])
const clearable = fc.option(text)
const fields = {
  title,
  content: text,
  tags,
  contentHtml: clearable,
  rawHtml: clearable,
  sourceUrl: clearable,
  metadata: fc.constantFrom<object>({}, { k: 1 }, { k: { n: [null] } }),
}
// Fields alone as well: together they hide one that is not looked at.
const change: fc.Arbitrary<Partial<State>> = fc.oneof(
  fc.record(fields, { requiredKeys: [] }),
  ...Object.entries(fields).map(([name, value]) =>
    fc.record({ [name]: value as fc.Arbitrary<unknown> }),
  ),
)
const doc = fc.nat(2)
const guard = fc.constantFrom('none', 'etag', 'delivered', 'revision', 'stale')
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('create' as const), title, content: text, tags }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('patch' as const), doc, change, guard }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('restore' as const), doc, back: fc.nat(4), guard }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), doc }) },
)

const validatorOf = ({ url, history }: Modelled, revision: number): string =>
  `"doc:${url.split('/').at(-1)}:rev:${revision}:sha256:${sha256Hex(history[revision]?.content ?? '')}"`

/** The headers and body fields that say which revision a write is of; undefined when none can be stale yet. */
function guarded(target: Modelled, how: string) {
  const now = target.history.length - 1
  const etag = validatorOf(target, how === 'stale' ? now - 1 : now)
  if (how === 'none' || (how === 'stale' && now === 0)) return { headers: {}, body: {}, ok: true }
  if (how === 'revision') return { headers: {}, body: { expectedRevision: now }, ok: true }
  const ifMatch = how === 'delivered' ? `W/${etag.slice(0, -1)}-gzip"` : etag
  return { headers: { 'if-match': ifMatch }, body: {}, ok: how !== 'stale' }
}

async function write(
  app: TestApp,
  target: Modelled,
  how: string,
  to: State,
  sent: {
    readonly method: 'PATCH' | 'POST'
    readonly path: string
    readonly body: object
  },
): Promise<void> {
  const { headers, body, ok } = guarded(target, how)
  const reply = await app.inject({
    method: sent.method,
    url: target.url + sent.path,
    headers,
    payload: { ...sent.body, ...body },
  })
  if (!ok) {
    expect(reply.statusCode).toBe(412)
    return
  }
  const same = JSON.stringify(target.history.at(-1)) === JSON.stringify(to)
  if (!same) target.history.push(to)
  expect(reply.json().data).toMatchObject({
    noop: same,
    title: to.title,
    revision: target.history.length - 1,
    contentHash: sha256Hex(to.content),
  })
  expect(reply.headers.etag).toBe(validatorOf(target, target.history.length - 1))
}

async function agrees(app: TestApp, model: readonly Modelled[]): Promise<void> {
  const ids = (of: readonly Modelled[]) => of.map(({ url }) => url.split('/').at(-1)).sort()
  const listed = async (query: string) =>
    ((await app.inject(`/v1/documents?limit=100&${query}`)).json().data as { id: string }[])
      .map(({ id }) => id)
      .sort()
  const where = (holds: (state: State) => boolean) =>
    ids(model.filter(({ history }) => holds(history.at(-1) as State)))
  for (const { url, history } of model) {
    const current = history.at(-1) as State
    const { data } = (await app.inject(url)).json()
    const { contentHtml = null, rawHtml = null, sourceUrl = null, metadata = {} } = data
    expect({ ...current, contentHtml, rawHtml, sourceUrl, metadata }).toEqual(current)
    expect(data).toMatchObject({
      title: current.title,
      content: current.content,
      tags: current.tags,
    })
    const rows = (await app.inject(`${url}/versions`)).json().data.reverse()
    expect(
      rows.map((row: Record<string, unknown>) => [
        row.version,
        row.title,
        row.content,
        row.contentHtml ?? null,
        row.contentHash,
      ]),
    ).toEqual(
      history.map((state, version) => [
        version,
        state.title,
        state.content,
        state.contentHtml,
        sha256Hex(state.content),
      ]),
    )
  }
  expect(await listed('')).toEqual(where(() => true))
  expect(await listed('tags=t')).toEqual(where((state) => state.tags.includes('t')))
  expect(await listed('tags=t,u')).toEqual(where((state) => state.tags.length === 2))
  expect(await listed('search=ALPHA')).toEqual(where((state) => /alpha/i.test(state.title)))
  expect(await listed('search=%25%20_')).toEqual(where((state) => state.title.includes('% _')))
  expect(await listed('search=strasse')).toEqual(where((state) => state.title === 'Straße'))
  expect(faultsOf(join(app.dataDir, 'lectern.db'))).toEqual([])
}

test('detail, history, lists, tags and kept texts agree with every acknowledged write', async () => {
  await using app = await startApp()

  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const model: Modelled[] = []
      for (const action of steps) {
        if (action.kind === 'create') {
          const { kind: _, ...payload } = action
          const reply = await app.inject({ method: 'POST', url: '/v1/documents', payload })
          const none = { contentHtml: null, rawHtml: null, sourceUrl: null, metadata: {} }
          model.push({ url: String(reply.headers.location), history: [{ ...payload, ...none }] })
          continue
        }
        const target = model[action.doc]
        const current = target?.history.at(-1)
        if (target === undefined || current === undefined) continue
        if (action.kind === 'delete') {
          await app.inject({ method: 'DELETE', url: target.url })
          model.splice(action.doc, 1)
        } else if (action.kind === 'patch') {
          const to = { ...current, ...action.change }
          const sent = { method: 'PATCH', path: '', body: action.change } as const
          await write(app, target, action.guard, to, sent)
        } else {
          const to = target.history.at(-1 - action.back)
          if (to === undefined) continue
          const rows = (await app.inject(`${target.url}/versions`)).json().data
          const body = { versionId: rows[action.back].id }
          await write(app, target, action.guard, to, { method: 'POST', path: '/restore', body })
        }
      }
      await agrees(app, model)
      for (const { url } of model) await app.inject({ method: 'DELETE', url })
    }),
    { numRuns: 40, seed: 23 },
  )
})
