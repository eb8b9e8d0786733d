import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import type { Catalog } from '../contracts/catalog.ts'
import type { Envelope } from '../contracts/contract-docs.ts'
import { VERSION } from '../contracts/version.ts'
import { FlatError, NestedError } from '../contracts/wire.ts'
import { sortKeys } from '../lib/canonical-json.ts'
import type { RoutePolicy } from './policy.ts'

type Json = Readonly<Record<string, unknown>>

const REFUSALS: Readonly<Record<number, string>> = {
  400: 'The request is not valid; the message says which part and why.',
  401: 'A valid credential is needed.',
  403: 'The credential lacks the scope, or a browser request is refused.',
  404: 'What the path names is not there for this caller.',
  405: 'The path does not take this method; `Allow` lists those it takes.',
  413: 'The body is larger than the limit that the message names.',
  414: 'The URL is longer than the limit that the message names.',
  409: 'It contradicts the present state; the details say which.',
  410: 'It was removed; the message names what replaces it.',
  412: 'The precondition does not hold any more; the details carry the present revision.',
  415: 'The body is not JSON.',
  421: 'The server does not answer for this host name.',
  422: 'It is well formed and cannot be done; the message says why.',
  428: 'A precondition is required; the message names it.',
  429: 'Too many requests; `Retry-After` says how long to wait.',
  500: 'The server failed; its log has the cause under the request id.',
  507: 'The disk is full; nothing of the request was kept.',
  503: 'The server is stopping, not ready, or the request took too long.',
}

/** Adds the refusals that every route can give, in the envelope of its family. */
export function withRefusals(
  route: RouteOptions,
  policy: RoutePolicy,
  roomStatuses: readonly number[],
): FastifySchema {
  const schema = route.schema ?? {}
  const takesBody = schema.body !== undefined
  const statuses = [400, 403, 414, 421, 429, 500, 503]
  if (policy.scope !== 'public') statuses.push(401)
  if (route.url.includes(':')) statuses.push(404)
  if (takesBody) statuses.push(413, 415)
  // What the room refuses beyond the common ones has to do with changing something.
  if (route.method !== 'GET') statuses.push(422, 507, ...roomStatuses)
  const declared = (schema.response ?? {}) as Json
  const refusals = Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: REFUSALS[status], ...envelopeSchema(policy.envelope) },
    ]),
  )
  return { ...schema, response: { ...refusals, ...declared } }
}

const envelopeSchema = (envelope: Envelope) => (envelope === 'flat' ? FlatError : NestedError)

// The generator drops `$id`, so names travel through it under a key of their own.
const NAME = 'x-lectern-name'

const named = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(named)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key === '$id' ? NAME : key, named(child)]),
  )
}

/** Describes every route from what it registered; `openApiDocument` gives the result. */
export async function installOpenApi(app: FastifyInstance, catalog: Catalog): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lectern',
        description: 'Self-hosted context server for AI agents.',
        version: VERSION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: '`API-Key gm_<publicId>_<secret>`',
          },
          bearer: { type: 'http', scheme: 'bearer', description: 'The same key.' },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const capability = route.config?.capability
      const entry = capability === undefined ? undefined : catalog.capabilities.get(capability)
      if (entry === undefined) return { schema: { ...schema, hide: true }, url }
      return {
        schema: {
          ...(named(schema) as FastifySchema),
          'x-capability': entry.id,
          'x-contract': entry.contract,
          'x-scope': entry.scope,
          security: entry.scope === 'public' ? [{}] : [{ apiKey: [] }, { bearer: [] }],
        } as FastifySchema,
        url,
      }
    },
  })
}

/** The OpenAPI document in canonical order, with every named schema once under `components`. */
export function openApiDocument(app: FastifyInstance): Json {
  const schemas: Record<string, unknown> = {}
  const hoist = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(hoist)
    if (typeof value !== 'object' || value === null) return value
    const { [NAME]: name, ...rest } = value as Record<string, unknown>
    const inner = Object.fromEntries(
      Object.entries(rest).map(([key, child]) => [key, hoist(child)]),
    )
    if (typeof name !== 'string') return inner
    // Where it is used, a named schema may carry a description of its own; the shared one does not.
    const { description: _here, ...shared } = inner
    schemas[name] ??= shared
    return { $ref: `#/components/schemas/${name}` }
  }
  const document = hoist(structuredClone(app.swagger())) as { components?: Json }
  return sortKeys({ ...document, components: { ...document.components, schemas } }) as Json
}

/** The part of the document that belongs to one contract. */
export function openApiOfContract(document: Json, contract: string): Json {
  const paths = Object.entries(document.paths as Record<string, Json>)
    .map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item).filter(
          ([, operation]) => (operation as Json)['x-contract'] === contract,
        ),
      ),
    ])
    .filter(([, item]) => Object.keys(item as Json).length > 0)
  return { ...document, paths: Object.fromEntries(paths) as Json }
}
