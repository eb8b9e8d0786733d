import type { Json, RuleFixture } from './documents.ts'
import { answers, api, condition, heads, object, PETS, ref } from './documents.ts'

/** A loosened keyword and its mirror image. */
function loose(rule: string, before: Json, after: Json): RuleFixture {
  return {
    rule,
    hurts: [answers(before), answers(after)],
    harmless: [answers(after), answers(before)],
  }
}

const text = { type: 'string' }
const number = { type: 'number' }
const hit = object({ id: text }, { required: ['id'] })
const status = (...codes: string[]) =>
  api({ responses: Object.fromEntries(codes.map((code) => [code, { description: code }])) })
const media = (...names: string[]) => {
  const content = Object.fromEntries(names.map((name) => [name, {}]))
  return api({ responses: { '200': { description: 'ok', content } } })
}
const tagged = (discriminator: Json) => ({ oneOf: [ref('Cat'), ref('Dog')], discriminator })
const choice = { oneOf: [ref('Cat'), ref('Dog')] }

/** Rules about what a server answers. */
export const RESPONSE_FIXTURES: readonly RuleFixture[] = [
  {
    rule: 'response-status-added',
    hurts: [status('200'), status('200', '429')],
    harmless: [status('2XX'), status('200')],
  },
  {
    rule: 'response-status-removed',
    hurts: [status('200', '404'), status('200')],
    harmless: [status('200'), status('2XX')],
    also: [status('200', '404'), status('200', 'default')],
  },
  {
    rule: 'response-media-type-added',
    hurts: [media('application/json'), media('application/json', 'text/csv')],
    harmless: [media('application/json'), media('Application/JSON')],
  },
  {
    rule: 'response-media-type-removed',
    hurts: [media('application/json'), media('application/cbor')],
    harmless: [media('text/csv;header=present'), media('text/csv; header=present')],
    also: [media('application/json'), media('application/problem+json')],
  },
  {
    rule: 'response-header-added',
    hurts: [heads({}), heads({ ETag: { schema: text } })],
    harmless: [heads({ ETag: { schema: text } }), heads({ etag: { schema: text } })],
  },
  {
    rule: 'response-header-removed',
    hurts: [heads({ ETag: { required: true, schema: text } }), heads({})],
    harmless: [heads({}), heads({ ETag: { required: true, schema: text } })],
    also: [heads({ ETag: { schema: text } }), heads({})],
  },
  {
    rule: 'response-header-became-optional',
    hurts: [heads({ ETag: { required: true, schema: text } }), heads({ ETag: { schema: text } })],
    harmless: [
      heads({ ETag: { schema: text } }),
      heads({ ETag: { required: true, schema: text } }),
    ],
  },
  {
    rule: 'response-header-serialization',
    hurts: [heads({ Tags: { schema: text } }), heads({ Tags: { explode: true, schema: text } })],
    harmless: [
      heads({ Tags: { schema: text } }),
      heads({ Tags: { explode: false, style: 'simple', schema: text } }),
    ],
  },
  {
    ...loose('response-type', { type: 'integer' }, number),
    also: [
      heads({ Range: { schema: object({ n: text }) } }),
      heads({ Range: { schema: object({ n: number }) } }),
    ],
  },
  loose('response-nullable', text, { type: ['string', 'null'] }),
  loose('response-const', { ...text, const: 'a' }, text),
  {
    ...loose('response-enum-value-added', { enum: ['on', 'off'] }, { enum: ['on', 'off', 'idle'] }),
    also: [
      answers({ enum: ['on'], 'x-closed-enum': true }),
      answers({ enum: ['on', 'off'], 'x-closed-enum': true }),
    ],
  },
  {
    ...loose('response-enum-removed', { ...text, enum: ['on', 'off'] }, text),
    also: [answers({ ...text, enum: ['on', 'off'], 'x-closed-enum': true }), answers(text)],
  },
  loose('response-became-unbounded', { ...number, maximum: 9 }, number),
  loose('response-pattern', { ...text, pattern: '^a' }, text),
  {
    ...loose('response-format', { ...text, format: 'uuid' }, text),
    also: [answers({ ...text, format: 'date-time' }), answers({ ...text, format: 'date' })],
  },
  {
    ...loose('response-required', hit, object({ id: text })),
    also: [answers({ ...hit, required: ['id', 'ghost'] }), answers(hit)],
  },
  {
    rule: 'response-property-added',
    hurts: [answers(object({ id: text })), answers(object({ id: text, title: text }))],
    harmless: [answers(hit), answers({ ...hit, title: 'Hit' })],
  },
  loose('response-property-removed', object({ id: text, title: text }), object({ id: text })),
  loose('response-property-removed-required', hit, object({})),
  loose(
    'response-property-became-write-only',
    object({ secret: text }),
    object({ secret: { ...text, writeOnly: true } }),
  ),
  {
    ...loose(
      'response-additionalProperties',
      object({}, { additionalProperties: false }),
      object({}),
    ),
    also: [answers(object({}, { additionalProperties: text })), answers(object({}))],
  },
  {
    rule: 'response-union-member',
    hurts: [answers(choice, PETS), answers({ oneOf: [ref('Cat'), ref('Dog'), ref('Fox')] }, PETS)],
    harmless: [
      answers({ oneOf: [ref('Cat'), ref('Dog'), ref('Fox')] }, PETS),
      answers(choice, PETS),
    ],
    also: [answers(choice, PETS), answers({ anyOf: [ref('Cat'), ref('Dog')] }, PETS)],
  },
  {
    rule: 'response-wrapped-in-union',
    hurts: [
      answers(object({ a: text, b: text }, { required: ['a', 'b'] })),
      answers({
        oneOf: [object({ a: text }, { required: ['a'] }), object({ b: text }, { required: ['b'] })],
      }),
    ],
    harmless: [
      answers(object({ a: text }, { required: ['a'] })),
      answers({
        oneOf: [
          object({ a: text }, { required: ['a'] }),
          object({ a: { const: 'x' } }, { required: ['a'] }),
        ],
      }),
    ],
  },
  {
    rule: 'response-discriminator',
    hurts: [
      answers(tagged({ propertyName: 'kind' }), PETS),
      answers(tagged({ propertyName: 'type' }), PETS),
    ],
    harmless: [answers(choice, PETS), answers(tagged({ propertyName: 'kind' }), PETS)],
    also: [answers(tagged({ propertyName: 'kind' }), PETS), answers(choice, PETS)],
  },
  {
    rule: 'response-discriminator-mapping',
    hurts: [
      answers(tagged({ propertyName: 'kind', mapping: { a: 'Cat', b: 'Dog' } }), PETS),
      answers(tagged({ propertyName: 'kind', mapping: { a: 'Dog', b: 'Cat' } }), PETS),
    ],
    harmless: [
      answers(tagged({ propertyName: 'kind', mapping: { a: 'Cat' } }), PETS),
      answers(tagged({ propertyName: 'kind', mapping: { a: 'Cat', b: 'Dog' } }), PETS),
    ],
    also: [
      answers(tagged({ propertyName: 'kind' }), PETS),
      answers(
        { oneOf: [ref('Feline'), ref('Dog')], discriminator: { propertyName: 'kind' } },
        {
          components: {
            schemas: {
              Feline: object({ kind: text, lives: { type: 'integer' } }),
              Dog: object({ kind: text, tricks: { type: 'integer' } }),
            },
          },
        },
      ),
    ],
  },
  loose('response-contains', { type: 'array', contains: text }, { type: 'array' }),
  loose('response-propertyNames', { ...hit, propertyNames: { pattern: '^[a-z]' } }, hit),
  loose('response-dependentRequired', { ...hit, dependentRequired: { id: ['x'] } }, hit),
  loose(
    'response-dependentSchemas',
    { ...hit, dependentSchemas: { id: object({ x: text }) } },
    hit,
  ),
  loose('response-patternProperties', { ...hit, patternProperties: { '^x-': text } }, hit),
  loose('response-prefixItems', { type: 'array', prefixItems: [text] }, { type: 'array' }),
  loose('response-unevaluatedProperties', { ...hit, unevaluatedProperties: false }, hit),
  loose('response-unevaluatedItems', { type: 'array', unevaluatedItems: false }, { type: 'array' }),
  loose('response-if', condition('{"if":{"required":["a"]},"then":{"minProperties":2}}', hit), hit),
  {
    rule: 'response-then',
    hurts: [
      answers(
        condition(
          '{"if":{"required":["a"]},"then":{"maxProperties":9},"else":{"minProperties":2}}',
        ),
      ),
      answers(condition('{"if":{"required":["a"]},"else":{"minProperties":2}}')),
    ],
    harmless: [
      answers(condition('{"if":{"required":["a"]},"then":{"maxProperties":9}}')),
      answers(condition('{"if":{"required":["a"]},"then":{"maxProperties":5}}')),
    ],
  },
  {
    rule: 'response-else',
    hurts: [
      answers(
        condition(
          '{"if":{"required":["a"]},"then":{"maxProperties":9},"else":{"minProperties":2}}',
        ),
      ),
      answers(condition('{"if":{"required":["a"]},"then":{"maxProperties":9}}')),
    ],
    harmless: [
      answers(condition('{"if":{"required":["a"]},"else":{"minProperties":1}}')),
      answers(condition('{"if":{"required":["a"]},"else":{"minProperties":2}}')),
    ],
  },
  loose('response-not', { ...text, not: { const: 'root' } }, text),
  loose('response-contentMediaType', { ...text, contentMediaType: 'text/csv' }, text),
  loose('response-contentEncoding', { ...text, contentEncoding: 'base64' }, text),
  loose('response-contentSchema', { ...text, contentSchema: number }, text),
  {
    rule: 'response-reference',
    hurts: [answers({ $ref: 'a.json' }), answers({ $ref: 'b.json' })],
    harmless: [answers({ $ref: 'a.json' }), answers({ $ref: 'a.json', title: 'A' })],
  },
  {
    rule: 'response-narrowed',
    hurts: [answers({ ...number, maximum: 9 }), answers({ ...number, maximum: 5 })],
    harmless: [answers({ ...number, maximum: 9 }), answers({ maximum: 9.0, ...number })],
  },
]
