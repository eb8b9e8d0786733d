import type { Json, RuleFixture } from './documents.ts'
import { asks, object, sends } from './documents.ts'

/** A tightened keyword and its mirror image. */
function bound(rule: string, before: Json, after: Json): RuleFixture {
  return {
    rule,
    hurts: [sends(before), sends(after)],
    harmless: [sends(after), sends(before)],
  }
}

const text = { type: 'string' }
const number = { type: 'number' }
const list = { type: 'array', items: { type: 'string' } }
const map = { type: 'object' }

/** Rules about single values in a request. */
export const REQUEST_VALUE_FIXTURES: readonly RuleFixture[] = [
  {
    ...bound('request-type', number, { type: 'integer' }),
    also: [
      asks({ schema: object({ n: { type: 'number' } }) }),
      asks({ schema: object({ n: { type: 'string' } }) }),
    ],
  },
  bound('request-nullable', { type: ['string', 'null'] }, text),
  bound('request-became-enum', text, { type: 'string', enum: ['a', 'b'] }),
  bound('request-enum-value', { enum: ['a', 'b'] }, { enum: ['a'] }),
  bound(
    'request-extensible-enum-value',
    { 'x-extensible-enum': ['a', 'b'] },
    { 'x-extensible-enum': ['a'] },
  ),
  bound('request-const', text, { type: 'string', const: 'a' }),
  bound('request-minimum', { ...number, minimum: 1 }, { ...number, minimum: 2 }),
  bound('request-minimum-set', number, { ...number, exclusiveMinimum: 0 }),
  bound('request-maximum', { ...number, maximum: 9 }, { ...number, exclusiveMaximum: 9 }),
  bound('request-maximum-set', number, { ...number, maximum: 9 }),
  bound('request-multipleOf', { ...number, multipleOf: 5 }, { ...number, multipleOf: 10 }),
  bound('request-multipleOf-set', number, { ...number, multipleOf: 10 }),
  bound('request-minLength', text, { ...text, minLength: 2 }),
  bound('request-maxLength', { ...text, maxLength: 9 }, { ...text, maxLength: 8 }),
  bound('request-maxLength-set', text, { ...text, maxLength: 8 }),
  bound('request-minItems', { ...list, minItems: 1 }, { ...list, minItems: 2 }),
  bound('request-maxItems', { ...list, maxItems: 3 }, { ...list, maxItems: 2 }),
  bound('request-maxItems-set', list, { ...list, maxItems: 2 }),
  bound('request-minProperties', map, { ...map, minProperties: 1 }),
  bound('request-maxProperties', { ...map, maxProperties: 3 }, { ...map, maxProperties: 2 }),
  bound('request-maxProperties-set', map, { ...map, maxProperties: 2 }),
  {
    ...bound('request-pattern', text, { ...text, pattern: '^[a-z]+$' }),
    harmless: [sends({ ...text, pattern: '^[a-z]+$' }), sends({ ...text, pattern: '.*' })],
    also: [sends({ ...text, pattern: '^[a-z]+$' }), sends({ ...text, pattern: '^[0-9]+$' })],
  },
  {
    ...bound('request-format', text, { ...text, format: 'uuid' }),
    harmless: [
      sends({ type: 'integer', format: 'int32' }),
      sends({ type: 'integer', format: 'int64' }),
    ],
    also: [sends({ ...text, format: 'date' }), sends({ ...text, format: 'date-time' })],
  },
  bound('request-uniqueItems', list, { ...list, uniqueItems: true }),
  {
    ...bound('request-default-changed', { ...number, default: 1 }, { ...number, default: 2 }),
    harmless: [sends({ ...number, default: 1 }), sends({ ...number, default: 1, title: 'n' })],
    also: [sends(number), sends({ ...number, default: 1 })],
  },
  bound('request-contentMediaType', text, { ...text, contentMediaType: 'text/csv' }),
  bound('request-contentEncoding', text, { ...text, contentEncoding: 'base64' }),
  bound('request-contentSchema', text, { ...text, contentSchema: number }),
  {
    rule: 'request-widened',
    hurts: [sends({ ...number, maximum: 5 }), sends({ ...number, maximum: 9 })],
    harmless: [sends({ ...number, maximum: 5 }), sends({ maximum: 5.0, ...number })],
  },
]
