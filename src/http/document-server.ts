import type { IncomingMessage, ServerResponse } from 'node:http'
import { sha256Hex } from '../lib/hash.ts'
import { lazy } from '../lib/lazy.ts'
import type { Admission } from './guard.ts'
import { WORKSPACE_HEADER } from './guard.ts'
import type { RoutePolicy } from './policy.ts'
import type { Prebuilt, RawReply, RawRequest } from './prebuilt.ts'
import { prebuild, writePrebuilt } from './prebuilt.ts'

interface ServeOptions {
  readonly contentType?: string
  /** The same for everyone, so shared caches may keep it for a while. */
  readonly public?: boolean
  /** Says how things are now, so nobody may keep it. */
  readonly volatile?: boolean
  /** Adds `Capabilities-Digest`, the SHA-256 of the document whatever its coding. */
  readonly digest?: boolean
}

type Handler = (request: RawRequest, reply: RawReply) => void

/** Serves documents from prepared bytes: built and compressed at first use, then one write per request. */
export class DocumentServer {
  readonly #epoch: () => string
  readonly #documents = new WeakMap<Handler, () => Prebuilt>()
  readonly #direct = new Map<
    string,
    { readonly policy: RoutePolicy; readonly document: () => Prebuilt }
  >()

  constructor(epoch: () => string) {
    this.#epoch = epoch
  }

  /** A route handler for the document that `build` makes. */
  serve(build: () => string, options: ServeOptions = {}): Handler {
    const document = lazy(() => this.#prebuild(build(), options))
    const handler: Handler = (request, reply) => {
      const own = ['X-Request-Id', request.id]
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        for (const line of [value].flat()) if (line !== undefined) own.push(name, String(line))
      }
      reply.hijack()
      writePrebuilt(request.headers, reply.raw, document(), own)
    }
    this.#documents.set(handler, document)
    return handler
  }

  /** Lets `direct` answer a route without parameters whose handler came from `serve`. */
  adopt(path: string, handler: unknown, policy: RoutePolicy): void {
    const document = this.#documents.get(handler as Handler)
    if (document !== undefined && !path.includes(':')) this.#direct.set(path, { policy, document })
  }

  /**
   * Answers a plain GET of an adopted path before any router, when the same admission that guards every route lets the
   * owner or an anonymous reader in. Everything else (keys, refusals, queries) is left to the router: false.
   */
  direct(admission: Admission, nextId: () => string) {
    return (request: IncomingMessage, response: ServerResponse): boolean => {
      const found = request.method === 'GET' ? this.#direct.get(request.url ?? '') : undefined
      if (found === undefined) return false
      // These change an answer in ways that only the router knows.
      const { origin, [WORKSPACE_HEADER]: workspace } = request.headers
      if (origin !== undefined || workspace !== undefined) return false
      try {
        if (admission.admit(request, found.policy)?.kind !== 'local') return false
      } catch {
        // The router refuses it again, with the envelope, headers and audit line of a refusal.
        return false
      }
      writePrebuilt(request.headers, response, found.document(), ['X-Request-Id', nextId()])
      return true
    }
  }

  #prebuild(content: string, options: ServeOptions): Prebuilt {
    const headers: Record<string, string> = { 'Capabilities-Epoch': this.#epoch() }
    if (options.digest === true) headers['Capabilities-Digest'] = `sha-256=${sha256Hex(content)}`
    return prebuild(content, {
      cacheControl: cacheControlOf(options),
      ...(options.contentType === undefined ? {} : { contentType: options.contentType }),
      headers,
    })
  }
}

function cacheControlOf({ public: isPublic, volatile: isVolatile }: ServeOptions): string {
  if (isVolatile === true) return 'no-store'
  return isPublic === true ? 'public, max-age=60' : 'private, no-cache'
}
