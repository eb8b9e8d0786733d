import type { RuleText } from './rule-text.ts'

/** Rules about the structure of what a request may hold: objects, unions, lists, conditions. */
export const REQUEST_SHAPE_RULES = {
  'request-required': {
    level: 'breaking',
    also: { level: 'risky', when: 'the required name has no declared property' },
    summary: 'a client that leaves the property out is refused',
    example: { base: '`workspace` optional', revision: '`workspace` required' },
  },
  'request-property-added': {
    level: 'additive',
    summary: 'a client may start to send it',
    example: { base: '`{ query }`', revision: '`{ query, limit? }`' },
  },
  'request-property-removed': {
    level: 'breaking',
    also: { level: 'risky', when: 'the object is open, so the value is ignored without a word' },
    summary: 'a client that still sends it is refused',
    example: { base: 'closed object `{ query, mode }`', revision: 'closed object `{ query }`' },
  },
  'request-property-became-read-only': {
    level: 'breaking',
    summary: 'a client that sends it is refused or ignored',
    example: { base: '`owner` writable', revision: '`owner` with `readOnly: true`' },
  },
  'request-additionalProperties': {
    level: 'breaking',
    summary: 'a client that sends properties of its own is refused',
    example: { base: 'open object', revision: '`additionalProperties: false`' },
  },
  'request-union-member': {
    level: 'breaking',
    also: { level: 'risky', when: '`anyOf` becomes `oneOf`' },
    summary: 'a client that sends this variant is refused',
    example: {
      base: '`oneOf: [A, B]`, `B.size` up to 9',
      revision: '`oneOf: [A, B]`, `B.size` a text',
    },
  },
  'request-union-member-removed': {
    level: 'breaking',
    summary: 'a client that sends this variant is refused',
    example: { base: '`oneOf: [Cat, Dog]`', revision: '`oneOf: [Cat]`' },
  },
  'request-wrapped-in-union': {
    level: 'breaking',
    also: { level: 'risky', when: 'the old value fits a member of the new `oneOf`' },
    summary: 'a client whose value fits no single member is refused',
    example: { base: '`Pet`', revision: '`oneOf: [Cat, Dog]`' },
  },
  'request-discriminator': {
    level: 'breaking',
    also: { level: 'risky', when: 'the tag is no longer declared' },
    summary: 'a client that tags its variant the old way is refused',
    example: { base: 'tag in `kind`', revision: 'tag in `type`' },
  },
  'request-discriminator-mapping': {
    level: 'breaking',
    also: { level: 'risky', when: 'a tag that is only the name of a component changes with it' },
    summary: 'a client that sends this tag is refused or misread',
    example: { base: '`cat` means `Cat`', revision: '`cat` means `Dog`' },
  },
  'request-all-of-added': {
    level: 'breaking',
    summary: 'a client that does not know the added part is refused',
    example: { base: '`allOf: [A]`', revision: '`allOf: [A, B]`' },
  },
  'request-all-of-removed': {
    level: 'risky',
    summary: 'a client that relied on the removed part is no longer checked',
    example: { base: '`allOf: [A, B]`', revision: '`allOf: [A]`' },
  },
  'request-default-changed': {
    level: 'risky',
    also: { level: 'additive', when: 'there was no default before' },
    summary: 'a client that leaves the value out gets another behaviour',
    example: { base: '`default: 10`', revision: '`default: 20`' },
  },
  'request-contains': {
    level: 'breaking',
    summary: 'a client whose list lacks such an item is refused',
    example: { base: 'no `contains`', revision: '`contains: { const: a }`' },
  },
  'request-propertyNames': {
    level: 'breaking',
    summary: 'a client that uses other names is refused',
    example: { base: 'no `propertyNames`', revision: '`propertyNames: { pattern: ^[a-z] }`' },
  },
  'request-dependentRequired': {
    level: 'breaking',
    summary: 'a client that sends one property without the other is refused',
    example: { base: '`card` alone', revision: '`card` requires `billing`' },
  },
  'request-dependentSchemas': {
    level: 'breaking',
    summary: 'a client that sends the property without what it now asks for is refused',
    example: { base: '`card` alone', revision: '`card` asks for a schema' },
  },
  'request-patternProperties': {
    level: 'breaking',
    summary: 'a client whose matching properties hold other values is refused',
    example: { base: 'no `patternProperties`', revision: '`^x-`: string' },
  },
  'request-prefixItems': {
    level: 'breaking',
    summary: 'a client whose leading items differ is refused',
    example: { base: 'no `prefixItems`', revision: '`prefixItems: [integer]`' },
  },
  'request-unevaluatedProperties': {
    level: 'breaking',
    summary: 'a client that sends properties of its own is refused',
    example: { base: 'no `unevaluatedProperties`', revision: '`unevaluatedProperties: false`' },
  },
  'request-unevaluatedItems': {
    level: 'breaking',
    summary: 'a client that sends further items is refused',
    example: { base: 'no `unevaluatedItems`', revision: '`unevaluatedItems: false`' },
  },
  'request-if': {
    level: 'breaking',
    summary: 'a client whose value meets the new condition is refused',
    example: { base: 'no condition', revision: '`if` with `then`' },
  },
  'request-then': {
    level: 'breaking',
    summary: 'a client whose value meets the condition is refused',
    example: { base: '`if` without `then`', revision: '`if` with `then`' },
  },
  'request-else': {
    level: 'breaking',
    summary: 'a client whose value does not meet the condition is refused',
    example: { base: '`if` without `else`', revision: '`if` with `else`' },
  },
  'request-not': {
    level: 'breaking',
    summary: 'a client that sends the excluded value is refused',
    example: { base: 'no `not`', revision: '`not: { const: root }`' },
  },
  'request-contentMediaType': {
    level: 'breaking',
    summary: 'a client that embeds the old kind of content is misread',
    example: {
      base: '`contentMediaType: text/csv`',
      revision: '`contentMediaType: application/json`',
    },
  },
  'request-contentEncoding': {
    level: 'breaking',
    summary: 'a client that encodes the old way is misread',
    example: { base: '`contentEncoding: base64`', revision: '`contentEncoding: base16`' },
  },
  'request-contentSchema': {
    level: 'breaking',
    summary: 'a client that embeds other content is refused',
    example: { base: 'no `contentSchema`', revision: 'a `contentSchema`' },
  },
  'request-reference': {
    level: 'risky',
    summary: 'a client cannot be judged, for the schema lies outside the document',
    example: { base: '`$ref: a.json`', revision: '`$ref: b.json`' },
  },
  'request-widened': {
    level: 'additive',
    summary: 'a client may send more than before',
    example: { base: '`maximum: 50`', revision: '`maximum: 100`' },
  },
} as const satisfies Record<string, RuleText>
