import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { SearchQuery, SearchResult } from './schema.ts'
import type { SearchService } from './service.ts'

/** `GET /v1/search`. */
export const searchRoutes =
  (search: SearchService): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/v1/search',
      {
        config: { capability: 'search.literal' },
        schema: {
          operationId: 'search',
          tags: ['search'],
          summary: 'Find text in titles and whole bodies',
          querystring: SearchQuery,
          response: { 200: SearchResult },
        },
      },
      async (request) => search.search(request.caller, request.query),
    )
  }
