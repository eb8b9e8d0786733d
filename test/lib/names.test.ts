import { expect, test } from 'vitest'
import { canonicalJson, sortKeys } from '../../src/lib/canonical-json.ts'
import { randomId } from '../../src/lib/ids.ts'
import { nearest } from '../../src/lib/nearest.ts'

test.for([
  ['docuemnts.read', 'documents.read'],
  ['DOCUMENTS.READ', 'documents.read'],
  ['kys', 'keys'],
  ['something else entirely', undefined],
  ['', undefined],
])('%s was probably meant as %s', ([asked = '', expected]) => {
  expect(nearest(asked, ['documents.read', 'documents.write', 'keys'])).toBe(expected)
})

test('of no names none is near', () => {
  expect(nearest('a', [])).toBeUndefined()
})

test('ids have the prefix, the length and nothing that a URL would escape, and are never the same', () => {
  const ids = Array.from({ length: 2000 }, () => randomId('d_'))

  for (const id of ids) expect(id).toMatch(/^d_[A-Za-z0-9]{21}$/)
  expect(new Set(ids).size).toBe(2000)
  expect(randomId('', 43)).toMatch(/^[A-Za-z0-9]{43}$/)
})

test('canonical JSON is the same whatever order keys were added in, at any depth, and arrays keep theirs', () => {
  const one = { b: [{ d: 1, c: 2 }, 3], a: null, B: undefined }
  const two = { B: undefined, a: null, b: [{ c: 2, d: 1 }, 3] }

  expect(canonicalJson(one)).toBe('{"a":null,"b":[{"c":2,"d":1},3]}')
  expect(canonicalJson(two)).toBe(canonicalJson(one))
  expect(canonicalJson({ a: 1 }, 2)).toBe('{\n  "a": 1\n}')
})

test('keys sort by code unit, and one called __proto__ is a key like any other', () => {
  expect(Object.keys(sortKeys({ é: 1, a: 1, Z: 1 }) as object)).toEqual(['Z', 'a', 'é'])
  expect(canonicalJson(JSON.parse('{"__proto__":{"b":1,"a":2}}'))).toBe(
    '{"__proto__":{"a":2,"b":1}}',
  )
})
