import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clip, codePoints, isStorableText } from '../../src/lib/text.ts'

test('text is storable unless it holds a NUL or half of a surrogate pair', () => {
  for (const text of ['', 'a', '😀', '\ufffd', '\uffff', '\u0001']) {
    expect([text, isStorableText(text)]).toEqual([text, true])
  }
  for (const text of ['\0', 'a\0b', '\ud83d', '\ude00', '\ude00\ud83d', 'a\ud83db']) {
    expect([text, isStorableText(text)]).toEqual([text, false])
  }
})

test('characters outside the first plane count once', () => {
  expect(codePoints('')).toBe(0)
  expect(codePoints('a😀𠮷')).toBe(3)
})

test('a clipped text is the longest beginning that has no more characters than allowed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 12 }), (text, length) => {
      const cut = clip(text, length)
      return (
        text.startsWith(cut) &&
        isStorableText(cut.replaceAll('\0', '')) &&
        codePoints(cut) === Math.min(length, codePoints(text))
      )
    }),
    { seed: 11, numRuns: 1000 },
  )
})
