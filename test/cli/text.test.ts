import { expect, test } from 'vitest'
import { parseExpiry } from '../../src/cli/expiry.ts'
import { plain } from '../../src/cli/output.ts'
import { table, wrap } from '../../src/cli/table.ts'

const NOW = Date.UTC(2026, 0, 1)

test.for([
  ['90d', Date.UTC(2026, 3, 1)],
  ['12h', Date.UTC(2026, 0, 1, 12)],
  ['30m', Date.UTC(2026, 0, 1, 0, 30)],
  ['2w', Date.UTC(2026, 0, 15)],
  ['2030-01-31', Date.UTC(2030, 0, 31)],
  ['2030-01-31T12:00:00Z', Date.UTC(2030, 0, 31, 12)],
  ['2030-01-31T12:00+02:00', Date.UTC(2030, 0, 31, 10)],
] as const)('the expiry %s is a point in time', ([text, time]) => {
  expect(parseExpiry(text, NOW)).toBe(time)
})

test.for(['', '90', '-1d', '1.5d', '1y', 'tomorrow', '2030-13-01', '2030-02-31x', '2025-12-31'])(
  'the expiry %o is refused',
  (text) => {
    expect(() => parseExpiry(text, NOW)).toThrow(/--expires/)
  },
)

test('columns are aligned and lines carry no trailing space', () => {
  expect(
    table(
      [
        ['a', 'bb', ''],
        ['aaa', 'b', 'c'],
      ],
      '  ',
    ),
  ).toEqual(['  a    bb', '  aaa  b   c'])
})

test('a long sentence is broken at spaces, and a long word is left whole', () => {
  expect(wrap('one two three fourteenletters', 8)).toEqual(['one two', 'three', 'fourteenletters'])
})

test('stored text cannot steer the terminal that shows it', () => {
  expect(plain('a\u001b[31mred\u0007\r\nb\u009b0m')).toBe('a[31mred b0m')
})
