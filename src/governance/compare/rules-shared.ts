import type { RuleText } from './rule-text.ts'

/** Rules about operations, security and their life cycle. */
export const SHARED_RULES = {
  'operation-added': {
    level: 'additive',
    summary: 'a client may start to call it',
    example: { base: '`GET /v1/a`', revision: '`GET /v1/a` and `GET /v1/b`' },
  },
  'operation-removed': {
    level: 'breaking',
    also: { level: 'additive', when: 'it was deprecated and its time is over' },
    summary: 'a client that calls it gets 404',
    example: { base: '`GET /v1/a`', revision: 'no `GET /v1/a`' },
  },
  'operation-id-changed': {
    level: 'risky',
    summary: 'a generated client has another method name',
    example: { base: '`operationId: listA`', revision: '`operationId: getAs`' },
  },
  'callback-added': {
    level: 'additive',
    summary: 'a client may be called back',
    example: { base: 'no callback', revision: 'callback `done`' },
  },
  'callback-removed': {
    level: 'breaking',
    summary: 'a client that waits to be called back never is',
    example: { base: 'callback `done`', revision: 'no callback' },
  },
  'webhook-added': {
    level: 'additive',
    summary: 'a subscriber may receive it',
    example: { base: 'no webhook', revision: 'webhook `changed`' },
  },
  'webhook-removed': {
    level: 'breaking',
    summary: 'a subscriber that waits for it never receives it',
    example: { base: 'webhook `changed`', revision: 'no webhook' },
  },
  'security-requirement': {
    level: 'breaking',
    summary: 'a client that signs in the old way is refused',
    example: { base: 'no security', revision: '`bearer`' },
  },
  'security-relaxed': {
    level: 'additive',
    summary: 'a client may sign in another way',
    example: { base: '`bearer`', revision: '`bearer` or `apiKey`' },
  },
  'security-scheme-type': {
    level: 'breaking',
    summary: 'a client that signs in the old way is refused',
    example: { base: '`http`', revision: '`apiKey`' },
  },
  'security-scheme-location': {
    level: 'breaking',
    summary: 'a client that puts the credential in the old place is refused',
    example: { base: 'key in header `X-Key`', revision: 'key in query `key`' },
  },
  'security-scheme-url': {
    level: 'risky',
    summary: 'a client that calls the old address may no longer get a token',
    example: { base: 'token URL `/token`', revision: 'token URL `/oauth/token`' },
  },
  deprecated: {
    level: 'additive',
    summary: 'a client is told to move on',
    example: { base: 'not deprecated', revision: '`deprecated: true`' },
  },
  reactivated: {
    level: 'additive',
    summary: 'a client may go on',
    example: { base: '`deprecated: true`', revision: 'not deprecated' },
  },
  'sunset-invalid': {
    level: 'breaking',
    summary: 'a client cannot tell when the end comes',
    example: { base: '`x-sunset: 2030-01-01`', revision: '`x-sunset: soon`' },
  },
  'sunset-removed': {
    level: 'breaking',
    summary: 'a client that planned for the date no longer finds it',
    example: { base: 'deprecated with `x-sunset`', revision: 'deprecated without it' },
  },
  'sunset-moved-earlier': {
    level: 'breaking',
    summary: 'a client that planned for the date comes too late',
    example: { base: '`x-sunset: 2030-06-30`', revision: '`x-sunset: 2030-01-01`' },
  },
  'stability-lowered': {
    level: 'breaking',
    summary: 'a client built on a promise that is taken back',
    example: { base: '`x-stability-level: stable`', revision: '`x-stability-level: beta`' },
  },
  'stability-raised': {
    level: 'additive',
    summary: 'a client may rely on more',
    example: { base: '`x-stability-level: beta`', revision: '`x-stability-level: stable`' },
  },
} as const satisfies Record<string, RuleText>
