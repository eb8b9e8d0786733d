import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { refuseReceiptKey } from '../store/receipts.ts'
import { ImportRequest, ImportResult } from './schema.ts'
import type { ImportService } from './service.ts'

/** `POST /v1/import`. */
export const ingestRoutes =
  (imports: ImportService): FastifyPluginAsyncTypebox =>
  async (app) => {
    // Files are known by their path, so sending them again changes nothing more.
    app.addHook('preHandler', async (request) => refuseReceiptKey(request.headers))
    app.post(
      '/v1/import',
      {
        config: { capability: 'ingest.import' },
        schema: {
          operationId: 'importFiles',
          tags: ['ingest'],
          summary: 'Take files in as documents; a path that is known becomes a new revision',
          body: ImportRequest,
          response: { 200: ImportResult },
        },
      },
      async (request) => ({ data: { files: await imports.import(request.caller, request.body) } }),
    )
  }
