import { expect, test } from 'vitest'
import { normalTags, parseTagFilter } from '../../src/lib/tags.ts'

test('tags are trimmed and kept once, in the order given and the case written', () => {
  expect(normalTags([' b ', 'a', '', 'b', 'B', '\t'])).toEqual(['b', 'a', 'B'])
})

test.for([
  [undefined, []],
  ['', []],
  [',', []],
  [',foo,', ['foo']],
  [' a , b c ,a', ['a', 'b c']],
  [
    ['a,b', 'c', 'b'],
    ['a', 'b', 'c'],
  ],
] as const)('the filter %j asks for %j', ([value, expected]) => {
  expect(parseTagFilter(value)).toEqual(expected)
})
