import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { CapabilitiesDocument } from '../contracts/capabilities.ts'
import { CONTRACT_IDS } from '../contracts/contract-docs.ts'
import { Manifest } from '../contracts/manifest.ts'
import { StringEnum } from '../contracts/wire.ts'
import { ApiCatalog, ContractIndex, ContractText, McpCapabilities, Readiness } from './schema.ts'
import type { DiscoveryService } from './service.ts'

/** How HTTP serves a document that is the same for every caller; made by `src/http`, handed in by the app. */
export interface DocumentServer {
  /** A handler that builds the document at its first use and then only writes its bytes. */
  serve(
    build: () => string,
    options?: {
      readonly contentType?: string
      readonly public?: boolean
      readonly volatile?: boolean
      readonly digest?: boolean
    },
  ): (
    request: { readonly id: string; readonly headers: IncomingHttpHeaders },
    reply: {
      readonly raw: ServerResponse
      getHeaders(): Readonly<Record<string, string | number | string[] | undefined>>
      hijack(): unknown
    },
  ) => void
}

export interface DiscoveryRoutesDeps {
  readonly discovery: DiscoveryService
  readonly documents: DocumentServer
  readonly openapi: (contract?: string) => object
}

/** What the instance says of itself. */
export const discoveryRoutes =
  ({ discovery, documents, openapi }: DiscoveryRoutesDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const fixed = (capability: string) => ({ capability, prebuilt: true })

    app.get(
      '/v1/capabilities',
      {
        config: fixed('discovery.capabilities'),
        schema: {
          operationId: 'getCapabilities',
          tags: ['discovery'],
          summary: 'What this instance can do',
          response: { 200: CapabilitiesDocument },
        },
      },
      documents.serve(() => discovery.capabilities(), { digest: true }),
    )
    app.get(
      '/v1/capabilities/manifest',
      {
        config: fixed('discovery.manifest'),
        schema: {
          operationId: 'getManifest',
          tags: ['discovery'],
          summary: 'What this build can do, the same bytes as `lectern capabilities --json`',
          response: { 200: Manifest },
        },
      },
      documents.serve(() => discovery.manifest(), { public: true }),
    )
    app.get(
      '/v1/mcp/capabilities',
      {
        config: fixed('discovery.mcp'),
        schema: {
          operationId: 'getMcpCapabilities',
          tags: ['discovery'],
          summary: 'The capabilities in the Context Repo shape',
          response: { 200: McpCapabilities },
        },
      },
      documents.serve(() => JSON.stringify(discovery.mcpCapabilities()), { public: true }),
    )
    app.get(
      '/.well-known/api-catalog',
      {
        config: fixed('discovery.catalog'),
        schema: {
          operationId: 'getApiCatalog',
          tags: ['discovery'],
          summary: 'Where the API and its descriptions are (RFC 9727)',
          response: {
            200: {
              description: 'The linkset',
              content: { 'application/linkset+json': { schema: ApiCatalog } },
            },
          },
        },
      },
      documents.serve(() => JSON.stringify(discovery.apiCatalog()), {
        contentType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
        public: true,
      }),
    )
    app.get(
      '/v1/contracts',
      {
        config: fixed('discovery.contracts'),
        schema: {
          operationId: 'listContracts',
          tags: ['discovery'],
          summary: 'The contracts, their versions and how stable each is',
          response: { 200: ContractIndex },
        },
      },
      documents.serve(() => JSON.stringify(discovery.contractIndex())),
    )
    app.get(
      '/v1/contracts/:id',
      {
        config: { capability: 'discovery.contracts' },
        schema: {
          operationId: 'getContract',
          tags: ['discovery'],
          summary:
            'The text of one contract, as JSON or, with `Accept: text/markdown`, as Markdown',
          params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 128 }) }),
          response: {
            200: {
              description: 'The contract',
              content: {
                'application/json': { schema: ContractText },
                'text/markdown': { schema: Type.String() },
              },
            },
          },
        },
      },
      async (request, reply) => {
        const contract = discovery.contract(request.params.id)
        reply.header('Vary', 'Accept')
        if (/\btext\/(?:markdown|plain)\b/.test(request.headers.accept ?? '')) {
          return reply.type('text/markdown; charset=utf-8').send(contract.markdown)
        }
        return reply.send(contract)
      },
    )
    const whole = documents.serve(() => JSON.stringify(openapi()))
    const parts = Object.fromEntries(
      CONTRACT_IDS.map((id) => [id, documents.serve(() => JSON.stringify(openapi(id)))]),
    )
    app.get(
      '/v1/openapi.json',
      {
        config: fixed('discovery.openapi'),
        schema: {
          operationId: 'getOpenApi',
          tags: ['discovery'],
          summary: 'The OpenAPI document of the whole API, or of one contract',
          querystring: Type.Object({ contract: Type.Optional(StringEnum(CONTRACT_IDS)) }),
          response: { 200: Type.Object({}, { additionalProperties: true }) },
        },
      },
      (request, reply) => {
        const { contract } = request.query
        const serve = contract === undefined ? whole : (parts[contract] ?? whole)
        serve(request, reply)
      },
    )
    app.get(
      '/health',
      {
        config: fixed('server.health'),
        schema: {
          operationId: 'getHealth',
          tags: ['server'],
          summary: '`ok` while the process lives',
          response: { 200: { content: { 'text/plain': { schema: Type.Literal('ok') } } } },
        },
      },
      documents.serve(() => 'ok', { contentType: 'text/plain; charset=utf-8', volatile: true }),
    )
    app.get(
      '/health/ready',
      {
        config: { capability: 'server.health' },
        schema: {
          operationId: 'getReadiness',
          tags: ['server'],
          summary: 'Whether requests can be served, component by component',
          response: { 200: Readiness, 503: Readiness },
        },
      },
      async (_request, reply) => {
        const readiness = await discovery.readiness()
        reply.header('Cache-Control', 'no-store')
        return reply.code(readiness.status === 'unavailable' ? 503 : 200).send(readiness)
      },
    )
  }
