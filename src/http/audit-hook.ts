import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../contracts/caller.ts'

export interface Auditor {
  record(call: {
    readonly caller: Caller | undefined
    readonly tool: string
    readonly method: string
    readonly deniedReason: string | null
    readonly arguments: unknown
  }): void
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Audits every change, every call made with a key, and every refusal of a credential or scope. */
export function installAudit(app: FastifyInstance, audit: Auditor): void {
  app.decorateRequest('refusal', null)
  app.addHook('onResponse', (request, reply, done) => {
    if (isAudited(request, reply.statusCode)) {
      audit.record({
        caller: request.caller ?? undefined,
        tool: request.routeOptions.config.capability ?? '',
        method: `${request.method} ${request.routeOptions.url ?? '(unknown path)'}`,
        deniedReason: request.refusal,
        arguments: { params: request.params, query: request.query, body: request.body },
      })
    }
    done()
  })
}

const isAudited = (request: FastifyRequest, status: number): boolean =>
  !READS.has(request.method) ||
  status === 401 ||
  status === 403 ||
  request.caller?.principal.kind === 'api_key'
