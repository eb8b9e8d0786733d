import type { Json, RuleFixture } from './documents.ts'
import { condition, object, PETS, ref, sends } from './documents.ts'

/** A tightened keyword and its mirror image. */
function shape(rule: string, before: Json, after: Json): RuleFixture {
  return { rule, hurts: [sends(before), sends(after)], harmless: [sends(after), sends(before)] }
}

const text = { type: 'string' }
const open = object({ query: text })
const closed = object({ query: text }, { additionalProperties: false })
const cats = (lives: unknown) => ({
  components: { schemas: { Cat: object({ lives }), Dog: object({ tricks: text }) } },
})
const choice = { oneOf: [ref('Cat'), ref('Dog')] }
const tagged = (discriminator: Json) => ({ ...choice, discriminator })

/** Rules about objects, unions, lists and conditions in a request. */
export const REQUEST_SHAPE_FIXTURES: readonly RuleFixture[] = [
  {
    ...shape('request-required', open, { ...open, required: ['query'] }),
    also: [sends(open), sends({ ...open, required: ['unknown'] })],
  },
  {
    rule: 'request-property-added',
    hurts: [sends(open), sends(object({ query: text, limit: text }))],
    harmless: [sends(open), sends(object({ query: { ...text, title: 'q' } }))],
  },
  {
    rule: 'request-property-removed',
    hurts: [
      sends(object({ query: text, mode: text }, { additionalProperties: false })),
      sends(closed),
    ],
    harmless: [
      sends(object({ query: text, mode: text })),
      sends(object({ query: text, mode: { ...text, title: 'how' } })),
    ],
    also: [sends(object({ query: text, mode: text })), sends(open)],
  },
  shape('request-additionalProperties', open, closed),
  {
    rule: 'request-union-member',
    hurts: [
      sends({ oneOf: [text, { type: 'array', items: text }] }),
      sends({ oneOf: [text, { type: 'object', minProperties: 2 }] }),
    ],
    harmless: [sends(choice, PETS), sends({ oneOf: [ref('Dog'), ref('Cat')] }, PETS)],
    also: [sends({ anyOf: [ref('Cat'), ref('Dog')] }, PETS), sends(choice, PETS)],
  },
  {
    rule: 'request-union-member-removed',
    hurts: [sends({ oneOf: [ref('Cat'), ref('Dog'), ref('Fox')] }, PETS), sends(choice, PETS)],
    harmless: [sends(choice, PETS), sends({ oneOf: [ref('Cat'), ref('Dog'), ref('Fox')] }, PETS)],
  },
  {
    rule: 'request-wrapped-in-union',
    hurts: [
      sends(object({ a: text, b: text }, { required: ['a', 'b'] })),
      sends({
        oneOf: [object({ a: text }, { required: ['a'] }), object({ b: text }, { required: ['b'] })],
      }),
    ],
    harmless: [sends(ref('Cat'), PETS), sends({ anyOf: [ref('Cat'), ref('Dog')] }, PETS)],
    also: [
      sends(object({ a: text }, { required: ['a'], additionalProperties: false })),
      sends({
        oneOf: [
          object({ a: text }, { required: ['a'], additionalProperties: false }),
          object({ b: text }, { required: ['b'], additionalProperties: false }),
        ],
      }),
    ],
  },
  {
    rule: 'request-discriminator',
    hurts: [
      sends(tagged({ propertyName: 'kind' }), PETS),
      sends(tagged({ propertyName: 'type' }), PETS),
    ],
    harmless: [sends(choice, PETS), sends(tagged({ propertyName: 'kind' }), PETS)],
    also: [sends(tagged({ propertyName: 'kind' }), PETS), sends(choice, PETS)],
  },
  {
    rule: 'request-discriminator-mapping',
    hurts: [
      sends(
        tagged({
          propertyName: 'kind',
          mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' },
        }),
        PETS,
      ),
      sends(
        tagged({
          propertyName: 'kind',
          mapping: { cat: '#/components/schemas/Dog', dog: '#/components/schemas/Cat' },
        }),
        PETS,
      ),
    ],
    harmless: [
      sends(tagged({ propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } }), PETS),
      sends(tagged({ propertyName: 'kind', mapping: { cat: 'Cat' } }), PETS),
    ],
    also: [
      sends(tagged({ propertyName: 'kind' }), PETS),
      sends(
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
  {
    rule: 'request-all-of-added',
    hurts: [sends({ allOf: [ref('Cat')] }, PETS), sends({ allOf: [ref('Cat'), ref('Fox')] }, PETS)],
    harmless: [
      sends({ allOf: [ref('Cat')] }, PETS),
      sends({ allOf: [ref('Cat'), { description: 'a pet' }] }, PETS),
    ],
  },
  {
    rule: 'request-all-of-removed',
    hurts: [sends({ allOf: [ref('Cat'), ref('Fox')] }, PETS), sends({ allOf: [ref('Cat')] }, PETS)],
    harmless: [
      sends({ allOf: [ref('Cat'), { description: 'a pet' }] }, PETS),
      sends({ allOf: [ref('Cat')] }, PETS),
    ],
  },
  shape('request-contains', { type: 'array' }, { type: 'array', contains: text }),
  shape('request-propertyNames', open, { ...open, propertyNames: { pattern: '^[a-z]' } }),
  shape('request-dependentRequired', open, { ...open, dependentRequired: { query: ['mode'] } }),
  shape('request-dependentSchemas', open, {
    ...open,
    dependentSchemas: { query: object({ mode: text }) },
  }),
  shape('request-patternProperties', open, { ...open, patternProperties: { '^x-': text } }),
  shape('request-prefixItems', { type: 'array' }, { type: 'array', prefixItems: [text] }),
  shape('request-unevaluatedProperties', open, { ...open, unevaluatedProperties: false }),
  shape('request-unevaluatedItems', { type: 'array' }, { type: 'array', unevaluatedItems: false }),
  shape(
    'request-if',
    open,
    condition('{"if":{"required":["query"]},"then":{"minProperties":2}}', open),
  ),
  {
    rule: 'request-then',
    hurts: [
      sends(condition('{"if":{"required":["a"]},"else":{"minProperties":2}}')),
      sends(
        condition(
          '{"if":{"required":["a"]},"then":{"maxProperties":9},"else":{"minProperties":2}}',
        ),
      ),
    ],
    harmless: [
      sends(condition('{"if":{"required":["a"]},"then":{"maxProperties":5}}')),
      sends(condition('{"if":{"required":["a"]},"then":{"maxProperties":9}}')),
    ],
  },
  {
    rule: 'request-else',
    hurts: [
      sends(condition('{"if":{"required":["a"]},"then":{"minProperties":2}}')),
      sends(
        condition(
          '{"if":{"required":["a"]},"then":{"minProperties":2},"else":{"maxProperties":9}}',
        ),
      ),
    ],
    harmless: [
      sends(condition('{"if":{"required":["a"]},"else":{"minProperties":2}}')),
      sends(condition('{"if":{"required":["a"]},"else":{"minProperties":1}}')),
    ],
  },
  shape('request-not', text, { ...text, not: { const: 'root' } }),
  {
    rule: 'request-reference',
    hurts: [sends({ $ref: 'a.json' }), sends({ $ref: 'b.json' })],
    harmless: [sends({ $ref: 'a.json' }), sends({ $ref: 'a.json', description: 'elsewhere' })],
  },
]
/** A change deep inside one member of a union. */
export const UNION_REASON = [
  sends({ oneOf: [ref('Cat'), ref('Dog')] }, cats(text)),
  sends({ oneOf: [ref('Cat'), ref('Dog')] }, cats({ ...text, maxLength: 3, pattern: '^x' })),
] as const
