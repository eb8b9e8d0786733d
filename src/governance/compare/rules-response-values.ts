import type { RuleText } from './rule-text.ts'

/** Rules about the values that a response may hold. */
export const RESPONSE_VALUE_RULES = {
  'response-type': {
    level: 'breaking',
    also: { level: 'risky', when: 'the two types look alike as text inside a structured value' },
    summary: 'a client that expects the old type fails to read it',
    example: { base: '`score: number`', revision: '`score: string`' },
  },
  'response-nullable': {
    level: 'breaking',
    summary: 'a client that does not expect null fails',
    example: { base: '`snippet: string`', revision: '`snippet: string or null`' },
  },
  'response-const': {
    level: 'breaking',
    summary: 'a client that expects the constant meets another value',
    example: { base: '`kind: const a`', revision: '`kind: const b`' },
  },
  'response-enum-value-added': {
    level: 'risky',
    also: { level: 'breaking', when: 'the schema says `x-closed-enum: true`' },
    summary: 'a client without a fallback meets a value that it does not know',
    example: { base: '`state: on, off`', revision: '`state: on, off, idle`' },
  },
  'response-enum-removed': {
    level: 'risky',
    also: { level: 'breaking', when: 'the schema says `x-closed-enum: true`' },
    summary: 'a client without a fallback meets values that were never listed',
    example: { base: '`state: on, off`', revision: '`state: string`' },
  },
  'response-became-unbounded': {
    level: 'breaking',
    summary: 'a client that relied on the bound meets values beyond it',
    example: { base: '`maximum: 100`', revision: 'no `maximum`' },
  },
  'response-pattern': {
    level: 'risky',
    summary: 'a client that relied on the form meets other texts',
    example: { base: '`pattern: ^[a-z]+$`', revision: 'no `pattern`' },
  },
  'response-format': {
    level: 'breaking',
    also: { level: 'risky', when: 'a date with a time becomes a date or a time' },
    summary: 'a client that parses the old form fails',
    example: { base: '`id: string, format: uuid`', revision: '`id: string`' },
  },
  'response-required': {
    level: 'breaking',
    also: { level: 'risky', when: 'the required name has no declared property' },
    summary: 'a client that reads the property may find nothing',
    example: { base: '`hasMore` required', revision: '`hasMore` optional' },
  },
  'response-property-added': {
    level: 'additive',
    summary: 'a client may start to read it',
    example: { base: '`{ id }`', revision: '`{ id, title }`' },
  },
  'response-property-removed': {
    level: 'risky',
    summary: 'a client that reads it no longer finds it',
    example: { base: '`{ id, title? }`', revision: '`{ id }`' },
  },
  'response-property-removed-required': {
    level: 'breaking',
    summary: 'a client that reads it finds nothing',
    example: { base: '`{ id, title }`', revision: '`{ id }`' },
  },
  'response-property-became-write-only': {
    level: 'breaking',
    summary: 'a client that reads it no longer finds it',
    example: { base: '`secret` readable', revision: '`secret` with `writeOnly: true`' },
  },
  'response-additionalProperties': {
    level: 'risky',
    also: { level: 'breaking', when: 'the additional values had a schema' },
    summary: 'a strict client meets properties that were excluded',
    example: { base: '`additionalProperties: false`', revision: 'open object' },
  },
  'response-union-member': {
    level: 'breaking',
    also: { level: 'risky', when: '`oneOf` becomes `anyOf`' },
    summary: 'a client that knows the old variants meets a new one',
    example: { base: '`oneOf: [Cat, Dog]`', revision: '`oneOf: [Cat, Dog, Fox]`' },
  },
  'response-wrapped-in-union': {
    level: 'breaking',
    summary: 'a client that reads the old shape meets variants that lack it',
    example: { base: '`{ a, b }` both required', revision: '`oneOf: [{ a }, { b }]`' },
  },
  'response-discriminator': {
    level: 'breaking',
    also: { level: 'risky', when: 'the tag is no longer declared' },
    summary: 'a client that picks the variant by the old tag fails',
    example: { base: 'tag in `kind`', revision: 'tag in `type`' },
  },
  'response-discriminator-mapping': {
    level: 'breaking',
    also: { level: 'risky', when: 'a tag that is only the name of a component changes with it' },
    summary: 'a client that knows this tag reads the wrong variant',
    example: { base: '`cat` means `Cat`', revision: '`cat` means `Dog`' },
  },
  'response-contains': {
    level: 'breaking',
    summary: 'a client that relied on such an item may not find it',
    example: { base: '`contains: { const: a }`', revision: 'no `contains`' },
  },
  'response-propertyNames': {
    level: 'breaking',
    summary: 'a client that relied on the names meets others',
    example: { base: '`propertyNames: { pattern: ^[a-z] }`', revision: 'no `propertyNames`' },
  },
  'response-dependentRequired': {
    level: 'breaking',
    summary: 'a client that reads the second property may not find it',
    example: { base: '`card` requires `billing`', revision: '`card` alone' },
  },
  'response-dependentSchemas': {
    level: 'breaking',
    summary: 'a client that relied on the dependent schema meets other values',
    example: { base: '`card` asks for a schema', revision: '`card` alone' },
  },
  'response-patternProperties': {
    level: 'breaking',
    summary: 'a client that reads matching properties meets other values',
    example: { base: '`^x-`: string', revision: 'no `patternProperties`' },
  },
  'response-prefixItems': {
    level: 'breaking',
    summary: 'a client that reads the leading items meets other values',
    example: { base: '`prefixItems: [integer]`', revision: 'no `prefixItems`' },
  },
  'response-unevaluatedProperties': {
    level: 'breaking',
    summary: 'a client that relied on the exclusion meets other properties',
    example: { base: '`unevaluatedProperties: false`', revision: 'no `unevaluatedProperties`' },
  },
  'response-unevaluatedItems': {
    level: 'breaking',
    summary: 'a client that relied on the exclusion meets other items',
    example: { base: '`unevaluatedItems: false`', revision: 'no `unevaluatedItems`' },
  },
  'response-if': {
    level: 'breaking',
    summary: 'a client that relied on the condition meets other values',
    example: { base: '`if` with `then`', revision: 'no condition' },
  },
  'response-then': {
    level: 'breaking',
    summary: 'a client that relied on what follows meets other values',
    example: { base: '`if` with `then`', revision: '`if` with `else` only' },
  },
  'response-else': {
    level: 'breaking',
    summary: 'a client that relied on the alternative meets other values',
    example: { base: '`if` with `then` and `else`', revision: '`if` with `then`' },
  },
  'response-not': {
    level: 'breaking',
    summary: 'a client meets the value that was excluded',
    example: { base: '`not: { const: root }`', revision: 'no `not`' },
  },
  'response-contentMediaType': {
    level: 'breaking',
    summary: 'a client that reads the embedded content fails',
    example: {
      base: '`contentMediaType: text/csv`',
      revision: '`contentMediaType: application/json`',
    },
  },
  'response-contentEncoding': {
    level: 'breaking',
    summary: 'a client that decodes the old way fails',
    example: { base: '`contentEncoding: base64`', revision: '`contentEncoding: base16`' },
  },
  'response-contentSchema': {
    level: 'breaking',
    summary: 'a client that reads the embedded content meets other values',
    example: { base: 'a `contentSchema`', revision: 'no `contentSchema`' },
  },
  'response-reference': {
    level: 'risky',
    summary: 'a client cannot be judged, for the schema lies outside the document',
    example: { base: '`$ref: a.json`', revision: '`$ref: b.json`' },
  },
  'response-narrowed': {
    level: 'additive',
    summary: 'a client gets less variety than before',
    example: { base: '`maximum: 100`', revision: '`maximum: 50`' },
  },
} as const satisfies Record<string, RuleText>
