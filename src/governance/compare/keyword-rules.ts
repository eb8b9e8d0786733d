import type { Direction } from './levels.ts'
import type { RuleId } from './rules.ts'

/** Which rule speaks when a keyword no longer lets the subset through. */
export const KEYWORD_RULES = {
  type: { request: 'request-type', response: 'response-type' },
  nullable: { request: 'request-nullable', response: 'response-nullable' },
  becameEnum: { request: 'request-became-enum', response: 'response-enum-removed' },
  enum: { request: 'request-enum-value', response: 'response-enum-value-added' },
  const: { request: 'request-const', response: 'response-const' },
  minimum: { request: 'request-minimum', response: 'response-became-unbounded' },
  minimumSet: { request: 'request-minimum-set', response: 'response-became-unbounded' },
  maximum: { request: 'request-maximum', response: 'response-became-unbounded' },
  maximumSet: { request: 'request-maximum-set', response: 'response-became-unbounded' },
  multipleOf: { request: 'request-multipleOf', response: 'response-became-unbounded' },
  multipleOfSet: { request: 'request-multipleOf-set', response: 'response-became-unbounded' },
  minLength: { request: 'request-minLength', response: 'response-became-unbounded' },
  minItems: { request: 'request-minItems', response: 'response-became-unbounded' },
  minProperties: { request: 'request-minProperties', response: 'response-became-unbounded' },
  maxLength: { request: 'request-maxLength', response: 'response-became-unbounded' },
  maxItems: { request: 'request-maxItems', response: 'response-became-unbounded' },
  maxProperties: { request: 'request-maxProperties', response: 'response-became-unbounded' },
  maxLengthSet: { request: 'request-maxLength-set', response: 'response-became-unbounded' },
  maxItemsSet: { request: 'request-maxItems-set', response: 'response-became-unbounded' },
  maxPropertiesSet: { request: 'request-maxProperties-set', response: 'response-became-unbounded' },
  pattern: { request: 'request-pattern', response: 'response-pattern' },
  format: { request: 'request-format', response: 'response-format' },
  uniqueItems: { request: 'request-uniqueItems', response: 'response-became-unbounded' },
  required: { request: 'request-required', response: 'response-required' },
  property: { request: 'request-property-removed', response: 'response-property-removed' },
  propertyRequired: {
    request: 'request-property-removed',
    response: 'response-property-removed-required',
  },
  hidden: {
    request: 'request-property-became-read-only',
    response: 'response-property-became-write-only',
  },
  additionalProperties: {
    request: 'request-additionalProperties',
    response: 'response-additionalProperties',
  },
  unionMember: { request: 'request-union-member', response: 'response-union-member' },
  unionMemberGone: { request: 'request-union-member-removed', response: 'response-union-member' },
  unionOnSuper: { request: 'request-wrapped-in-union', response: 'response-union-member' },
  unionOnSub: { request: 'request-union-member-removed', response: 'response-wrapped-in-union' },
  discriminator: { request: 'request-discriminator', response: 'response-discriminator' },
  mapping: {
    request: 'request-discriminator-mapping',
    response: 'response-discriminator-mapping',
  },
  allOfAdded: { request: 'request-all-of-added', response: 'response-narrowed' },
  allOfRemoved: { request: 'request-all-of-removed', response: 'response-narrowed' },
  contains: { request: 'request-contains', response: 'response-contains' },
  propertyNames: { request: 'request-propertyNames', response: 'response-propertyNames' },
  dependentRequired: {
    request: 'request-dependentRequired',
    response: 'response-dependentRequired',
  },
  dependentSchemas: { request: 'request-dependentSchemas', response: 'response-dependentSchemas' },
  patternProperties: {
    request: 'request-patternProperties',
    response: 'response-patternProperties',
  },
  prefixItems: { request: 'request-prefixItems', response: 'response-prefixItems' },
  unevaluatedProperties: {
    request: 'request-unevaluatedProperties',
    response: 'response-unevaluatedProperties',
  },
  unevaluatedItems: { request: 'request-unevaluatedItems', response: 'response-unevaluatedItems' },
  if: { request: 'request-if', response: 'response-if' },
  ifThen: { request: 'request-then', response: 'response-then' },
  ifElse: { request: 'request-else', response: 'response-else' },
  not: { request: 'request-not', response: 'response-not' },
  contentMediaType: { request: 'request-contentMediaType', response: 'response-contentMediaType' },
  contentEncoding: { request: 'request-contentEncoding', response: 'response-contentEncoding' },
  contentSchema: { request: 'request-contentSchema', response: 'response-contentSchema' },
  reference: { request: 'request-reference', response: 'response-reference' },
} as const satisfies Record<string, Record<Direction, RuleId>>

/** A keyword, or a way in which one fails, that the relation reports. */
export type Keyword = keyof typeof KEYWORD_RULES
