import type { FastifyInstance, FastifyRequest } from 'fastify'
import { coreErrors } from '../contracts/errors.ts'
import { nearest } from '../lib/nearest.ts'
import { refuse } from './error-handler.ts'
import type { RoutePolicy } from './policy.ts'

interface KnownPath {
  readonly template: string
  readonly pattern: RegExp
  readonly methods: Set<string>
  readonly policy: RoutePolicy
}

/** Remembers which paths exist, so that a wrong method is 405 with `Allow` and a typo is told its neighbour. */
export class KnownPaths {
  readonly #paths = new Map<string, KnownPath>()

  add(url: string, methods: readonly string[], policy: RoutePolicy): void {
    let path = this.#paths.get(url)
    if (path === undefined) {
      const pattern = url
        .split(/(:[A-Za-z]+|\*)/)
        .map((part) =>
          part === '*'
            ? '.*'
            : part.startsWith(':')
              ? '[^/]+'
              : part.replace(/[.\\+?^${}()|[\]]/g, '\\$&'),
        )
        .join('')
      path = {
        template: url.replace(/:([A-Za-z]+)/g, '{$1}'),
        pattern: new RegExp(`^${pattern}$`),
        methods: new Set(),
        policy,
      }
      this.#paths.set(url, path)
    }
    for (const method of methods) path.methods.add(method)
  }

  find(path: string): KnownPath | undefined {
    for (const known of this.#paths.values()) if (known.pattern.test(path)) return known
    return undefined
  }

  get templates(): string[] {
    return [...this.#paths.values()].map(({ template }) => template)
  }
}

/** Answers what no route takes: 405 where the path exists, 404 elsewhere. */
export function installNotFound(app: FastifyInstance, paths: KnownPaths): void {
  app.setNotFoundHandler((request: FastifyRequest, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const known = paths.find(path)
    if (known !== undefined && !known.methods.has(request.method)) {
      const allow = [...known.methods].sort().join(', ')
      return refuse(
        request,
        reply,
        coreErrors.method_not_allowed({
          message: `${known.template} does not take ${request.method}; it takes ${allow}.`,
          details: { allowed: allow.split(', ') },
          headers: { Allow: allow },
        }),
        known.policy,
      )
    }
    const near = nearest(path, paths.templates)
    return refuse(
      request,
      reply,
      coreErrors.not_found({
        message:
          near === undefined
            ? 'There is nothing at this path.'
            : `There is nothing at this path. Did you mean ${near}?`,
        ...(near === undefined ? {} : { details: { nearest: near } }),
      }),
    )
  })
}
