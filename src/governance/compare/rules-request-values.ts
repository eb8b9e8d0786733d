import type { RuleText } from './rule-text.ts'

/** Rules about single values that a request may hold: types, bounds, forms. */
export const REQUEST_VALUE_RULES = {
  'request-type': {
    level: 'breaking',
    also: {
      level: 'risky',
      when: 'the two types look alike as text inside a structured parameter',
    },
    summary: 'a client that sends a value of the old type is refused',
    example: { base: '`limit: string`', revision: '`limit: integer`' },
  },
  'request-nullable': {
    level: 'breaking',
    summary: 'a client that sends null is refused',
    example: { base: '`note: string or null`', revision: '`note: string`' },
  },
  'request-became-enum': {
    level: 'breaking',
    summary: 'a client that sends any other value is refused',
    example: { base: '`mode: string`', revision: '`mode: fast or exact`' },
  },
  'request-enum-value': {
    level: 'breaking',
    summary: 'a client that sends the missing value is refused',
    example: { base: '`mode: fast, exact`', revision: '`mode: fast`' },
  },
  'request-extensible-enum-value': {
    level: 'breaking',
    summary: 'a client that sends the missing value is refused',
    example: { base: '`x-extensible-enum: [a, b]`', revision: '`x-extensible-enum: [a]`' },
  },
  'request-const': {
    level: 'breaking',
    summary: 'a client that sends another value than the new constant is refused',
    example: { base: '`kind: const a`', revision: '`kind: const b`' },
  },
  'request-minimum': {
    level: 'breaking',
    summary: 'a client that sends a smaller number is refused',
    example: { base: '`minimum: 1`', revision: '`minimum: 10`' },
  },
  'request-minimum-set': {
    level: 'risky',
    summary: 'a client that sends a smaller number is refused',
    example: { base: 'no `minimum`', revision: '`minimum: 1`' },
  },
  'request-maximum': {
    level: 'breaking',
    summary: 'a client that sends a larger number is refused',
    example: { base: '`maximum: 100`', revision: '`maximum: 50`' },
  },
  'request-maximum-set': {
    level: 'risky',
    summary: 'a client that sends a larger number is refused',
    example: { base: 'no `maximum`', revision: '`maximum: 100`' },
  },
  'request-multipleOf': {
    level: 'breaking',
    summary: 'a client that sends a number between the steps is refused',
    example: { base: '`multipleOf: 5`', revision: '`multipleOf: 10`' },
  },
  'request-multipleOf-set': {
    level: 'risky',
    summary: 'a client that sends a number between the steps is refused',
    example: { base: 'no `multipleOf`', revision: '`multipleOf: 5`' },
  },
  'request-minLength': {
    level: 'breaking',
    summary: 'a client that sends a shorter text is refused',
    example: { base: '`minLength: 1`', revision: '`minLength: 3`' },
  },
  'request-maxLength': {
    level: 'breaking',
    summary: 'a client that sends a longer text is refused',
    example: { base: '`maxLength: 80`', revision: '`maxLength: 40`' },
  },
  'request-maxLength-set': {
    level: 'risky',
    summary: 'a client that sends a longer text is refused',
    example: { base: 'no `maxLength`', revision: '`maxLength: 80`' },
  },
  'request-minItems': {
    level: 'breaking',
    summary: 'a client that sends fewer items is refused',
    example: { base: '`minItems: 1`', revision: '`minItems: 2`' },
  },
  'request-maxItems': {
    level: 'breaking',
    summary: 'a client that sends more items is refused',
    example: { base: '`maxItems: 10`', revision: '`maxItems: 5`' },
  },
  'request-maxItems-set': {
    level: 'risky',
    summary: 'a client that sends more items is refused',
    example: { base: 'no `maxItems`', revision: '`maxItems: 10`' },
  },
  'request-minProperties': {
    level: 'breaking',
    summary: 'a client that sends fewer properties is refused',
    example: { base: '`minProperties: 1`', revision: '`minProperties: 2`' },
  },
  'request-maxProperties': {
    level: 'breaking',
    summary: 'a client that sends more properties is refused',
    example: { base: '`maxProperties: 10`', revision: '`maxProperties: 5`' },
  },
  'request-maxProperties-set': {
    level: 'risky',
    summary: 'a client that sends more properties is refused',
    example: { base: 'no `maxProperties`', revision: '`maxProperties: 10`' },
  },
  'request-pattern': {
    level: 'breaking',
    also: { level: 'risky', when: 'one pattern replaces another' },
    summary: 'a client whose text does not match is refused',
    example: { base: 'no `pattern`', revision: '`pattern: ^[a-z]+$`' },
  },
  'request-format': {
    level: 'breaking',
    also: { level: 'risky', when: 'a date or a time becomes a date with a time' },
    summary: 'a client whose text has another form is refused',
    example: { base: '`id: string`', revision: '`id: string, format: uuid`' },
  },
  'request-uniqueItems': {
    level: 'breaking',
    summary: 'a client that repeats an item is refused',
    example: { base: 'no `uniqueItems`', revision: '`uniqueItems: true`' },
  },
} as const satisfies Record<string, RuleText>
