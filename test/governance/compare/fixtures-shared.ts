import type { Json, RuleFixture } from './documents.ts'
import { api } from './documents.ts'

const called = { '{$request.body#/url}': { post: { responses: { '200': { description: 'ok' } } } } }
const hook = { post: { responses: { '200': { description: 'ok' } } } }
const schemes = (scheme: Json): Json => ({ components: { securitySchemes: { key: scheme } } })
const signed = (...security: Json[]) => api({ security })
const behind = (scheme: Json) => api({ security: [{ key: [] }] }, schemes(scheme))
const flow = (tokenUrl: string) => ({
  type: 'oauth2',
  flows: { clientCredentials: { tokenUrl, scopes: {} } },
})

/** Rules about operations, security and life cycle. */
export const SHARED_FIXTURES: readonly RuleFixture[] = [
  {
    rule: 'operation-added',
    hurts: [{ ...api({}), paths: {} }, api({})],
    harmless: [api({}), api({ summary: 'Makes a thing' })],
  },
  {
    rule: 'operation-removed',
    hurts: [api({}), { ...api({}), paths: {} }],
    harmless: [{ ...api({}), paths: {} }, api({})],
  },
  {
    rule: 'operation-id-changed',
    hurts: [api({ operationId: 'makeThing' }), api({ operationId: 'createThing' })],
    harmless: [api({}), api({ operationId: 'makeThing' })],
  },
  {
    rule: 'callback-added',
    hurts: [api({}), api({ callbacks: { done: called } })],
    harmless: [api({ callbacks: { done: called } }), api({ callbacks: { done: { ...called } } })],
  },
  {
    rule: 'callback-removed',
    hurts: [api({ callbacks: { done: called } }), api({})],
    harmless: [api({}), api({ callbacks: { done: called } })],
  },
  {
    rule: 'webhook-added',
    hurts: [api({}), api({}, { webhooks: { changed: hook } })],
    harmless: [
      api({}, { webhooks: { changed: hook } }),
      api({}, { webhooks: { changed: { ...hook } } }),
    ],
  },
  {
    rule: 'webhook-removed',
    hurts: [api({}, { webhooks: { changed: hook } }), api({}, { webhooks: {} })],
    harmless: [api({}), api({}, { webhooks: { changed: hook } })],
  },
  {
    rule: 'security-requirement',
    hurts: [signed(), signed({ bearer: [] })],
    harmless: [signed({ bearer: [] }), signed({ bearer: [] }, { key: [] })],
  },
  {
    rule: 'security-relaxed',
    hurts: [signed({ bearer: [] }), signed({ bearer: [] }, { key: [] })],
    harmless: [signed({ bearer: [] }, { key: [] }), signed({ key: [] }, { bearer: [] })],
  },
  {
    rule: 'security-scheme-type',
    hurts: [
      behind({ type: 'http', scheme: 'basic' }),
      behind({ type: 'apiKey', in: 'header', name: 'K' }),
    ],
    harmless: [
      behind({ type: 'http', scheme: 'basic' }),
      behind({ type: 'http', scheme: 'Basic' }),
    ],
  },
  {
    rule: 'security-scheme-location',
    hurts: [
      behind({ type: 'apiKey', in: 'header', name: 'K' }),
      behind({ type: 'apiKey', in: 'query', name: 'k' }),
    ],
    harmless: [
      behind({ type: 'apiKey', in: 'header', name: 'K' }),
      behind({ type: 'apiKey', in: 'header', name: 'K', description: 'a key' }),
    ],
  },
  {
    rule: 'security-scheme-url',
    hurts: [behind(flow('/token')), behind(flow('/oauth/token'))],
    harmless: [behind(flow('/token')), behind({ ...flow('/token'), description: 'tokens' })],
  },
  {
    rule: 'deprecated',
    hurts: [api({}), api({ deprecated: true })],
    harmless: [api({}), api({ deprecated: false })],
  },
  {
    rule: 'reactivated',
    hurts: [api({ deprecated: true }), api({})],
    harmless: [api({ deprecated: true }), api({ deprecated: true, summary: 'old' })],
  },
  {
    rule: 'sunset-invalid',
    hurts: [
      api({ deprecated: true, 'x-sunset': '2030-01-01' }),
      api({ deprecated: true, 'x-sunset': 'soon' }),
    ],
    harmless: [api({}), api({ deprecated: true, 'x-sunset': '2030-01-01' })],
  },
  {
    rule: 'sunset-removed',
    hurts: [api({ deprecated: true, 'x-sunset': '2030-01-01' }), api({ deprecated: true })],
    harmless: [api({ deprecated: true, 'x-sunset': '2030-01-01' }), api({})],
  },
  {
    rule: 'sunset-moved-earlier',
    hurts: [
      api({ deprecated: true, 'x-sunset': '2030-06-30' }),
      api({ deprecated: true, 'x-sunset': '2030-01-01' }),
    ],
    harmless: [
      api({ deprecated: true, 'x-sunset': '2030-01-01' }),
      api({ deprecated: true, 'x-sunset': '2030-06-30T00:00:00Z' }),
    ],
  },
  {
    rule: 'stability-lowered',
    hurts: [api({ 'x-stability-level': 'stable' }), api({ 'x-stability-level': 'beta' })],
    harmless: [api({}), api({ 'x-stability-level': 'stable' })],
  },
  {
    rule: 'stability-raised',
    hurts: [api({ 'x-stability-level': 'beta' }), api({ 'x-stability-level': 'stable' })],
    harmless: [api({ 'x-stability': 'beta' }), api({ 'x-stability-level': 'beta' })],
  },
]

/** The deprecated operation whose removal is lawful once its time is over. */
export const LAWFUL_REMOVAL = [
  api({ deprecated: true, 'x-sunset': '2030-01-01' }),
  { ...api({}), paths: {} },
] as const
