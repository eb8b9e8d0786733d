import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Principal } from '../contracts/caller.ts'
import { coreErrors } from '../contracts/errors.ts'
import type { LimitName, Limits } from '../contracts/limits.ts'
import type { RateLimiter } from './guard.ts'

const WINDOW_MS = 60_000

const isReadOnly = (principal: Principal): boolean =>
  ![...principal.scopes].some((scope) => scope === 'admin' || scope.endsWith('.write'))

/** One window per credential, and one per address for credentials that are not valid. */
export async function installRateLimit(app: FastifyInstance, limits: Limits): Promise<RateLimiter> {
  await app.register(rateLimit, { global: false, cache: 10_000 })
  const limiterOf = (limit: LimitName, keyOf: (request: FastifyRequest) => string) => ({
    limit,
    run: app.createRateLimit({
      max: limits[limit],
      timeWindow: WINDOW_MS,
      keyGenerator: (request) => `${limit}:${keyOf(request)}`,
    }),
  })
  const ofCaller = (request: FastifyRequest) => request.caller.principal.id
  const api = limiterOf('apiRequestsPerMinute', ofCaller)
  const reads = limiterOf('readRequestsPerMinute', ofCaller)
  const failed = limiterOf('failedLoginsPerMinute', (request) => request.ip)

  const count = async (limiter: typeof api, request: FastifyRequest) => {
    const state = await limiter.run(request)
    if (state.isAllowed) return {}
    const headers: Record<string, string> = {}
    for (const [name, value] of [
      ['Limit', state.max],
      ['Remaining', state.remaining],
      ['Reset', state.ttlInSeconds],
    ]) {
      headers[`RateLimit-${name}`] = headers[`X-RateLimit-${name}`] = String(value)
    }
    if (state.isExceeded) {
      throw coreErrors.rate_limited({
        message: `More than ${state.max} requests in 60 seconds. Wait ${state.ttlInSeconds} seconds.`,
        details: { limit: limiter.limit, value: state.max, retryAfterSeconds: state.ttlInSeconds },
        headers: { ...headers, 'Retry-After': String(state.ttlInSeconds) },
      })
    }
    return headers
  }

  return {
    check: (request, principal) => count(isReadOnly(principal) ? reads : api, request),
    failedLogin: async (request) => {
      await count(failed, request)
    },
  }
}
