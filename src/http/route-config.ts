import type {} from 'fastify'
import type { Caller } from '../contracts/caller.ts'
import type { RoutePolicy } from './policy.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The capability that the route serves; its contract and scope follow from it. */
    readonly capability?: string
    /** Served from a prepared buffer past Fastify's reply, with its own headers. */
    readonly prebuilt?: boolean
    /** Worked out at registration. */
    policy?: RoutePolicy
  }
  interface FastifyRequest {
    /** Who asks, set by the guard before any handler runs. */
    caller: Caller
    /** The reason this request was refused for, or null while it was not. */
    refusal: string | null
  }
}
