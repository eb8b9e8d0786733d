import type { RuleText } from './rule-text.ts'

/** Rules about whole requests: parameters, bodies and media types. */
export const REQUEST_RULES = {
  'request-parameter-added': {
    level: 'additive',
    summary: 'a client may start to send it',
    example: { base: 'no parameter `lang`', revision: 'optional query parameter `lang`' },
  },
  'request-parameter-added-required': {
    level: 'breaking',
    summary: 'a client that does not know it is refused',
    example: { base: 'no parameter `lang`', revision: 'required query parameter `lang`' },
  },
  'request-parameter-allow-empty': {
    level: 'breaking',
    summary: 'a client that sends the name without a value is refused',
    example: { base: '`q` with `allowEmptyValue: true`', revision: '`q` without it' },
  },
  'request-parameter-became-required': {
    level: 'breaking',
    summary: 'a client that leaves it out is refused',
    example: { base: 'optional `version`', revision: 'required `version`' },
  },
  'request-parameter-removed': {
    level: 'risky',
    summary: 'a client that still sends it is ignored or refused',
    example: { base: 'optional `version`', revision: 'no parameter `version`' },
  },
  'request-parameter-serialization': {
    level: 'breaking',
    summary: 'a client that writes it the old way is misread',
    example: { base: '`fields` with `explode: false`', revision: '`fields` with `explode: true`' },
  },
  'request-body-added': {
    level: 'additive',
    summary: 'a client may start to send one',
    example: { base: 'no request body', revision: 'optional request body' },
  },
  'request-body-added-required': {
    level: 'breaking',
    summary: 'a client that sends none is refused',
    example: { base: 'no request body', revision: 'required request body' },
  },
  'request-body-became-required': {
    level: 'breaking',
    summary: 'a client that sends none is refused',
    example: { base: 'optional request body', revision: 'required request body' },
  },
  'request-body-removed': {
    level: 'breaking',
    summary: 'a client that sends one is ignored or refused',
    example: { base: 'request body', revision: 'no request body' },
  },
  'request-media-type-added': {
    level: 'additive',
    summary: 'a client may start to send it',
    example: { base: '`application/json`', revision: '`application/json` and `application/cbor`' },
  },
  'request-media-type-removed': {
    level: 'breaking',
    also: {
      level: 'risky',
      when: 'a more general type or the same one with other parameters stays',
    },
    summary: 'a client that sends it is refused with 415',
    example: { base: '`application/json` and `text/csv`', revision: '`application/json`' },
  },
} as const satisfies Record<string, RuleText>
