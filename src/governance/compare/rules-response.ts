import type { RuleText } from './rule-text.ts'

/** Rules about whole responses: status codes, media types and headers. */
export const RESPONSE_RULES = {
  'response-status-added': {
    level: 'additive',
    summary: 'a client may meet one more status',
    example: { base: 'status 200', revision: 'status 200 and 429' },
  },
  'response-status-removed': {
    level: 'breaking',
    also: { level: 'risky', when: '`default` goes, or still covers an error status' },
    summary: 'a client that waits for this status never gets it',
    example: { base: 'status 200 and 404', revision: 'status 200' },
  },
  'response-media-type-added': {
    level: 'additive',
    summary: 'a client may ask for it',
    example: { base: '`application/json`', revision: '`application/json` and `text/csv`' },
  },
  'response-media-type-removed': {
    level: 'breaking',
    also: {
      level: 'risky',
      when: 'a more specific type or the same one with other parameters stays',
    },
    summary: 'a client that asks for it gets 406 or something it cannot read',
    example: { base: '`application/json`', revision: '`application/cbor`' },
  },
  'response-header-added': {
    level: 'additive',
    summary: 'a client may start to read it',
    example: { base: 'no header `ETag`', revision: 'header `ETag`' },
  },
  'response-header-removed': {
    level: 'breaking',
    also: { level: 'risky', when: 'the header was optional' },
    summary: 'a client that reads it finds nothing',
    example: { base: 'required header `ETag`', revision: 'no header `ETag`' },
  },
  'response-header-became-optional': {
    level: 'breaking',
    summary: 'a client that reads it may find nothing',
    example: { base: 'required header `ETag`', revision: 'optional header `ETag`' },
  },
  'response-header-serialization': {
    level: 'breaking',
    summary: 'a client that parses it the old way misreads it',
    example: { base: '`X-Tags` with `explode: false`', revision: '`X-Tags` with `explode: true`' },
  },
} as const satisfies Record<string, RuleText>
