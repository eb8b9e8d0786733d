import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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
  app.decorateRequest('audited', false)
  const record = (request: FastifyRequest, reply: FastifyReply): void => {
    if (request.audited || !isAudited(request, reply.statusCode)) return
    request.audited = true
    audit.record({
      caller: request.caller ?? undefined,
      tool: request.routeOptions.config.capability ?? '',
      method: `${request.method} ${request.routeOptions.url ?? '(unknown path)'}`,
      deniedReason: request.refusal,
      arguments: { params: request.params, query: request.query, body: request.body },
    })
  }
  app.addHook('preHandler', (request, reply, done) => {
    // A client that is gone gets no reply, and what it changed is a line all the same.
    if (!READS.has(request.method)) reply.raw.once('close', () => record(request, reply))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    record(request, reply)
    done()
  })
}

// Refusals for lack of a credential are limited by address, so nobody unknown can fill the log at will.
const isAudited = (request: FastifyRequest, status: number): boolean =>
  status === 401 ||
  status === 403 ||
  request.caller?.principal.kind === 'api_key' ||
  (!READS.has(request.method) && (request.caller ?? undefined) !== undefined)
