import type { Json } from './documents.ts'

const text = { type: 'string' }
const json = (schema: unknown) => ({ 'application/json': { schema } })

/** A document like our own: components, unions, recursion, maps, security, 3.1 keywords. */
export function sample(): Json {
  return structuredClone(SAMPLE)
}

const SAMPLE: Json = {
  openapi: '3.1.0',
  info: { title: 'Sample', version: '1.0.0' },
  security: [{ bearer: [] }],
  paths: {
    '/v1/documents/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        operationId: 'readDocument',
        parameters: [
          { name: 'version', in: 'query', schema: { type: 'integer', minimum: 1 } },
          { name: 'fields', in: 'query', explode: false, schema: { type: 'array', items: text } },
        ],
        responses: {
          '200': {
            description: 'ok',
            headers: { ETag: { required: true, schema: text } },
            content: json({ $ref: '#/components/schemas/Document' }),
          },
          default: {
            description: 'error',
            content: json({ $ref: '#/components/schemas/Problem' }),
          },
        },
      },
    },
    '/v1/search': {
      post: {
        operationId: 'search',
        requestBody: { required: true, content: json({ $ref: '#/components/schemas/Search' }) },
        responses: {
          '200': { description: 'ok', content: json({ $ref: '#/components/schemas/Page' }) },
        },
      },
    },
  },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Document: {
        type: 'object',
        required: ['id', 'content', 'labels'],
        properties: {
          id: text,
          content: text,
          labels: { type: 'object', additionalProperties: { type: 'integer' } },
          parent: { anyOf: [{ $ref: '#/components/schemas/Document' }, { type: 'null' }] },
        },
      },
      Search: {
        type: 'object',
        required: ['query'],
        additionalProperties: false,
        properties: {
          query: { type: 'string', minLength: 1 },
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
          kind: { type: 'string', enum: ['literal', 'semantic', 'hybrid'] },
          mode: text,
          filter: { $ref: '#/components/schemas/Filter' },
        },
      },
      Filter: {
        oneOf: [
          { $ref: '#/components/schemas/TagFilter' },
          { $ref: '#/components/schemas/AllFilter' },
        ],
        discriminator: { propertyName: 'kind' },
      },
      TagFilter: {
        type: 'object',
        required: ['kind', 'tag'],
        properties: { kind: { const: 'tag' }, tag: text },
      },
      AllFilter: {
        type: 'object',
        required: ['kind', 'filters'],
        properties: {
          kind: { const: 'all' },
          filters: { type: 'array', items: { $ref: '#/components/schemas/Filter' } },
        },
      },
      Hit: {
        allOf: [
          { type: 'object', required: ['id'], properties: { id: text } },
          {
            type: 'object',
            required: ['score'],
            properties: { score: { type: 'number' }, snippet: text },
          },
        ],
      },
      Page: {
        type: 'object',
        required: ['hits', 'pagination'],
        properties: {
          hits: { type: 'array', items: { $ref: '#/components/schemas/Hit' } },
          pagination: {
            type: 'object',
            required: ['hasMore'],
            properties: { hasMore: { type: 'boolean' } },
          },
        },
      },
      Problem: { type: 'object', required: ['code'], properties: { code: text } },
    },
  },
}

/** Replaces what a JSON pointer leads to; `undefined` removes it. */
export function edit(document: Json, pointer: string, value: unknown): Json {
  const copy = structuredClone(document)
  const keys = pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = keys.pop() ?? ''
  let node: unknown = copy
  for (const key of keys) node = (node as Json)[key]
  const holder = node as { [key: string]: unknown }
  if (value !== undefined) holder[last] = value
  else if (Array.isArray(node)) node.splice(Number(last), 1)
  else delete holder[last]
  return copy
}
