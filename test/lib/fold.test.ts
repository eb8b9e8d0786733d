import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findFolded, foldText } from '../../src/lib/fold.ts'

test.for([
  ['HELLO', 'hello'],
  ['Straße', 'strasse'],
  ['STRAẞE', 'strasse'],
  ['İstanbul', 'istanbul'],
  ['ﬁne', 'fine'],
  ['ΣΊΣΥΦΟΣ', 'σίσυφοσ'],
  ['Cafe\u0301', 'café'],
  ['ﾃﾞｰﾀ', 'データ'],
  ['Ａ１', 'a1'],
  ['Привет', 'привет'],
])('%s folds to %s', ([text = '', expected]) => {
  expect(foldText(text)).toBe(expected)
})

const PIECES = ['a', 'I', ' ', '\n', 'ß', 'İ', 'ﬁ', 'e\u0301', '\u0301', '\u0307', 'が', 'か\u3099']
const MORE = ['ﾊﾟ', '中', '한', '\u1112\u1161\u11ab', '😀', '𝐀', 'ﷺ', 'ς', 'Σ', 'x']
const mixed = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...PIECES, ...MORE), minLength: 1, maxLength })

test('what is found folds to a text with the needle in it, and not without its first or last character', () => {
  fc.assert(
    fc.property(mixed(40), mixed(3), (text, query) => {
      const needle = foldText(query)
      const match = findFolded(text, needle)

      expect(match !== undefined).toBe(foldText(text).includes(needle))
      if (match === undefined) return
      expect(match.end).toBeGreaterThan(match.start)
      expect(foldText(text.slice(0, match.start)).length).toBeLessThanOrEqual(
        foldText(text).indexOf(needle),
      )
      expect(foldText(text.slice(0, match.end)).length).toBeGreaterThan(
        foldText(text).indexOf(needle),
      )
    }),
    { numRuns: 3000, seed: 11 },
  )
})

test.for([
  ['die Straße dort', 'strasse', 'Straße'],
  ['a cafe\u0301 here', 'café', 'cafe\u0301'],
  ['ﬁx it', 'fix', 'ﬁx'],
  ['ﬁx it', 'ix', 'ﬁx'],
  ['ein Fuß', 'fus', 'Fuß'],
  ['İstanbul', 'istan', 'İstan'],
  ['𝐀𝐁𝐂', 'b', '𝐁'],
  ['x ﾃﾞｰﾀ y', 'データ', 'ﾃﾞｰﾀ'],
])('in %s the needle %s is at %s', ([text = '', needle = '', expected]) => {
  const match = findFolded(text, needle)

  expect(text.slice(match?.start, match?.end)).toBe(expected)
})

test('a match far into a text is where it is in a short one', () => {
  for (const filler of ['größer 漢字 ', 'ﬁ', 'e\u0301', '漢字かな', '한국어', 'İ']) {
    const before = filler.repeat(5000)
    const text = `${before}>Straße<${filler.repeat(3000)}`

    expect(findFolded(text, '>strasse<')).toEqual({
      start: before.length,
      end: before.length + '>Straße<'.length,
    })
  }
})

test('a text may be cut before any letter that the offsets are counted from', () => {
  const seams = [
    '\n',
    ' ',
    'a',
    '~',
    'ぁ',
    'か',
    'ゖ',
    'ァ',
    'ハ',
    'ヺ',
    '一',
    '中',
    '鿿',
    '가',
    '각',
    '힣',
  ]
  for (let code = 0; code <= 0xffff; code += 1) {
    const before = String.fromCharCode(code)
    for (const seam of seams) {
      if (foldText(before + seam) !== foldText(before) + foldText(seam))
        expect.fail(`U+${code.toString(16)} joins ${seam}`)
    }
  }
})

test('eight mebibytes that fold to another length are searched without a stall', {
  retry: 2,
}, () => {
  const text = `${'größer 漢字 かな text '.repeat(300_000)}Straße needle`
  const start = performance.now()

  const match = findFolded(text, 'strasse needle')

  expect(performance.now() - start).toBeLessThan(1000)
  expect(text.slice(match?.start, match?.end)).toBe('Straße needle')
})
