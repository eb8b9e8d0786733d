import type { RuleFixture } from './documents.ts'
import { api, asks, object, sends } from './documents.ts'

const body = (media: string, rest = {}) =>
  api({ requestBody: { content: { [media]: {} }, ...rest } })
const q = { name: 'q', in: 'query', schema: { type: 'string' } }

/** Rules about parameters, bodies and media types. */
export const REQUEST_FIXTURES: readonly RuleFixture[] = [
  {
    rule: 'request-parameter-added',
    hurts: [api({}), api({ parameters: [q] })],
    harmless: [asks({}), asks({ description: 'what to look for' })],
  },
  {
    rule: 'request-parameter-added-required',
    hurts: [api({}), api({ parameters: [{ ...q, required: true }] })],
    harmless: [api({}), api({ parameters: [q] })],
  },
  {
    rule: 'request-parameter-allow-empty',
    hurts: [asks({ allowEmptyValue: true }), asks({})],
    harmless: [asks({}), asks({ allowEmptyValue: true })],
  },
  {
    rule: 'request-parameter-became-required',
    hurts: [asks({}), asks({ required: true })],
    harmless: [asks({ required: true }), asks({})],
  },
  {
    rule: 'request-parameter-removed',
    hurts: [asks({}), api({})],
    harmless: [api({ parameters: [q] }), api({ parameters: [{ ...q, examples: {} }] })],
  },
  {
    rule: 'request-parameter-serialization',
    hurts: [asks({ explode: false }), asks({ explode: true })],
    harmless: [asks({}), asks({ style: 'form', explode: true })],
  },
  {
    rule: 'request-body-added',
    hurts: [api({}), body('application/json')],
    harmless: [body('application/json'), body('application/json', { description: 'a thing' })],
  },
  {
    rule: 'request-body-added-required',
    hurts: [api({}), body('application/json', { required: true })],
    harmless: [api({}), body('application/json')],
  },
  {
    rule: 'request-body-became-required',
    hurts: [body('application/json'), body('application/json', { required: true })],
    harmless: [body('application/json', { required: true }), body('application/json')],
  },
  {
    rule: 'request-body-removed',
    hurts: [body('application/json'), api({})],
    harmless: [api({}), body('application/json')],
  },
  {
    rule: 'request-media-type-added',
    hurts: [
      body('application/json'),
      api({ requestBody: { content: { 'application/json': {}, 'text/csv': {} } } }),
    ],
    harmless: [body('text/csv'), body('Text/CSV')],
  },
  {
    rule: 'request-media-type-removed',
    hurts: [
      api({ requestBody: { content: { 'application/json': {}, 'text/csv': {} } } }),
      body('application/json'),
    ],
    harmless: [body('application/json'), body('application/*')],
    also: [body('application/json'), body('application/json; v=2')],
  },
  {
    rule: 'request-property-became-read-only',
    hurts: [
      sends(object({ owner: { type: 'string' } })),
      sends(object({ owner: { type: 'string', readOnly: true } })),
    ],
    harmless: [
      sends(object({ owner: { type: 'string', readOnly: true } })),
      sends(object({ owner: { type: 'string' } })),
    ],
  },
]
