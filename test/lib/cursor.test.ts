import { expect, test } from 'vitest'
import { decodeCursor, encodeBareCursor, encodeCursor } from '../../src/lib/cursor.ts'

test('a cursor is written as the public API writes it', () => {
  expect(encodeCursor(20)).toBe('eyIxIjoiMjAifQ==')
  expect(encodeBareCursor(20)).toBe('MjA=')
})

test.for([0, 1, 20, 999_999_999_999_999])('the offset %i comes back from both forms', (offset) => {
  expect(decodeCursor(encodeCursor(offset))).toBe(offset)
  expect(decodeCursor(encodeBareCursor(offset))).toBe(offset)
})

test.for([
  '',
  '20',
  'null',
  '-1',
  '1.5',
  ' 20',
  '20\n',
  '1e3',
  '{"1":20}',
  '{"1":"-1"}',
  '{"2":"1"}',
  '[1]',
  '1'.repeat(16),
  '٣',
])('base64 of %j is no cursor', (text) => {
  const cursor = text === '20' ? '20' : Buffer.from(text).toString('base64')

  expect(decodeCursor(cursor)).toBeUndefined()
})
