import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** Lets pages of the configured origins read replies; without any the plug-in is not loaded at all. */
export async function installCors(
  app: FastifyInstance,
  origins: readonly string[],
  checkHost: (host: string | undefined) => void,
): Promise<void> {
  if (origins.length === 0) return
  // Preflights are answered before the guard, so the host is looked at here already.
  app.addHook('onRequest', async (request) => checkHost(request.headers.host))
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'If-Match',
      'If-None-Match',
      'Idempotency-Key',
      'Last-Event-ID',
      'X-ContextRepo-Lease-Id',
      'X-ContextRepo-Lease-Fence',
      'X-LeanCtx-Workspace',
    ],
    exposedHeaders: [
      'ETag',
      'Location',
      'Retry-After',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'Deprecation',
      'Sunset',
      'Link',
      'Warning',
      'Capabilities-Epoch',
      'Idempotency-Replayed',
      'X-ContextRepo-Revision',
      'X-ContextRepo-Content-Hash',
      'X-ContextRepo-Lease-Id',
      'X-ContextRepo-Lease-Fence',
      'X-ContextRepo-Lease-Expires-At',
      'X-Request-Id',
    ],
    maxAge: 86_400,
    strictPreflight: false,
    optionsSuccessStatus: 204,
    hideOptionsRoute: true,
  })
}
