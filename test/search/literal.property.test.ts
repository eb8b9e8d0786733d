import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText } from '../../src/lib/fold.ts'
import type { TestApp } from '../support/app.ts'
import { startApp } from '../support/app.ts'

const PIECES = [
  ...['a', 'B', 'e', 'i', 'I', 'ss', 'SS', 'fi', 'the', 'AND', 'OR', 'NOT', 'NEAR', 'NEAR(', 'x'],
  ...['İ', 'ı', 'ß', 'ẞ', 'ﬁ', 'ς', 'σ', 'Σ', 'é', 'e\u0301', '\u0301', '\u0307', 'Å', 'Å', 'Ⅳ'],
  ...[
    '中',
    '文',
    '搜索',
    '東京',
    'と',
    'が',
    'か\u3099',
    'ﾊﾟ',
    'カ',
    '한',
    '국어',
    '하',
    '\u11ab',
    '\u1100\u1161',
  ],
  ...['😀', '👩‍👩‍👧', '🇩🇪', '𝐀', '𠮷', '\u200d', '\ufe0f', '½', '①', 'क्ष', 'ำ', '\u00ad'],
  ...['"', "'", '%', '_', '*', '\\', '(', ')', ':', '^', '-', '+', '{', '}', '.', ',', '""', "''"],
  ...[' ', '  ', '\n', '\t', '\u00a0', '\u3000', '\r\n', '\u0001', '\u0345', 'ΐ', 'ŉ', 'ǰ'],
]
const unicode = fc.string({ unit: 'binary', maxLength: 12 })
const text = (maxLength: number) =>
  fc
    .array(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...PIECES) }, unicode), {
      minLength: 1,
      maxLength,
      size: 'max',
    })
    .map((parts) => parts.join('').replaceAll('\0', ''))
    .filter((value) => value.trim() !== '')

interface Item {
  readonly title: string
  readonly content: string
}

const fill = async (app: TestApp, items: readonly Item[]): Promise<Map<string, Item>> => {
  const known = new Map<string, Item>()
  for (const item of items) {
    const reply = await app.app.inject({
      method: 'POST',
      url: '/v1/documents',
      headers: { host: 'localhost' },
      payload: item,
    })
    expect(reply.statusCode, reply.body).toBe(201)
    known.set(reply.json().data.id, item)
  }
  return known
}

const ask = (app: TestApp, q: string) =>
  app.inject(`/v1/search?semantic=false&limit=50&type=documents&q=${encodeURIComponent(q)}`)

test('search finds exactly the documents that contain the text, in any script and with any punctuation', async () => {
  await using app = await startApp()
  const items = fc.sample(fc.record({ title: text(6), content: text(60) }), {
    seed: 20_261,
    numRuns: 150,
  })
  const known = await fill(app, items)
  const random = fc.sample(text(3), { seed: 7, numRuns: 120 })
  const cut = fc.sample(
    fc.tuple(fc.constantFrom(...items), fc.nat(), fc.integer({ min: 1, max: 9 })),
    { seed: 8, numRuns: 180 },
  )
  const slices = cut.map(([{ title, content }, at, length]) => {
    const points = Array.from(at % 4 === 0 ? title : content)
    return points.slice(at % points.length, (at % points.length) + length).join('')
  })
  let hits = 0

  for (const query of [...random, ...slices]) {
    const needle = foldText(query)
    if (needle.trim() === '') continue
    const expected = [...known].filter(
      ([, { title, content }]) =>
        foldText(title).includes(needle) || foldText(content).includes(needle),
    )
    const reply = await ask(app, query)
    const found = (reply.json().data.documents as { documentId: string }[]).map(
      ({ documentId }) => documentId,
    )
    hits += found.length
    if (expected.length <= 50) {
      expect(found.sort(), JSON.stringify(query)).toEqual(expected.map(([id]) => id).sort())
    } else {
      expect(found).toHaveLength(50)
    }
  }
  expect(hits).toBeGreaterThan(500)
})

test('no query is an error, except one that is blank', async () => {
  await using app = await startApp()
  await fill(app, [{ title: 'x', content: PIECES.join('') }])
  const queries = fc.sample(fc.oneof(text(8), unicode, fc.string({ unit: 'grapheme' })), {
    seed: 99,
    numRuns: 2000,
  })

  for (const query of queries) {
    const reply = await ask(app, query)
    const refused = query.trim() === '' || query.includes('\0')
    expect([reply.statusCode, query]).toEqual([refused ? 400 : 200, query])
  }
})

test('a highlight holds the match, whole characters and a mark at each end that is cut', async () => {
  await using app = await startApp()
  const around = fc.string({
    unit: fc.constantFrom('😀', 'x ', '𠮷', 'ﬁ', 'İ', ' \n'),
    maxLength: 300,
    size: 'max',
  })
  const samples = fc.sample(fc.tuple(around, around), { seed: 5, numRuns: 60 })

  for (const [at, [before, after]] of samples.entries()) {
    const content = `${before}Needle😀${at}.${after}`
    const [id] = [...(await fill(app, [{ title: 't', content }])).keys()]
    const { documents } = (await ask(app, `nEEDLE😀${at}.`)).json().data
    const { highlight } = documents.find((hit: { documentId: string }) => hit.documentId === id)

    expect(highlight).toContain(`Needle😀${at}.`)
    expect(highlight.isWellFormed?.() ?? !/\p{Surrogate}/u.test(highlight)).toBe(true)
    const passage = highlight.replace(/^\.\.\./, '').replace(/\.\.\.$/, '')
    const flat = content.replace(/\s+/g, ' ').trim()
    expect(flat).toContain(passage)
    expect(highlight.startsWith('...')).toBe(!flat.startsWith(passage))
  }
})

test.for([
  ['中', '我爱中国'],
  ['东京', '在东京的朋友'],
  ['搜索引', '用Elasticsearch搜索引擎找文'],
  ['全文检索', 'SQLite全文检索FTS5'],
  ['ト', 'TypeScriptトランスパイラ'],
  ['です', 'これはNodeです'],
  ['データ', 'JSONデータ形式'],
  ['ﾃﾞｰﾀ', 'JSONデータ形式'],
  ['데', '데이터베이스'],
  ['검색', 'API검색기능'],
  ['검색기', 'API검색기능'],
  ['𠮷野', 'the𠮷野家'],
])('%s is found in %s', async ([query = '', content = '']) => {
  await using app = await startApp()
  await fill(app, [
    { title: 'other', content: 'nothing' },
    { title: 'this', content },
  ])

  const { documents } = (await ask(app, query)).json().data

  expect(documents.map(({ title }: { title: string }) => title)).toEqual(['this'])
})
