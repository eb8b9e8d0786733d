import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

/** Where the API reference for people is. */
export const REFERENCE_PATH = '/docs'

/** Nothing from elsewhere, no script but the library's files; it styles its own elements inline. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Draws the API reference from the live OpenAPI document; all its files are local. */
export async function installReference(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: REFERENCE_PATH,
    uiConfig: { url: '/v1/openapi.json', deepLinking: true, docExpansion: 'list' },
    staticCSP: PAGE_POLICY,
    theme: { title: 'Lectern API' },
  })
}
