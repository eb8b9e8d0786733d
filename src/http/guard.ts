import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { Caller, Origin, Principal } from '../contracts/caller.ts'
import { coreErrors } from '../contracts/errors.ts'
import { buildBrowserGuard } from './browser-guard.ts'
import { SECURITY_HEADERS } from './headers.ts'
import type { RoutePolicy } from './policy.ts'
import { permits, UNKNOWN_PATH } from './policy.ts'

/** The few things that the guard asks of the access room. */
export interface Authenticator {
  /** The principal of an `Authorization` header, or undefined when it is not valid. */
  authenticate(header: string): Principal | undefined
  /** Throws `unknown_workspace`; without an id it is the caller's own default. */
  resolveWorkspace(principal: Principal, id: string | undefined): string
}

/** Limits how often a principal or a bad credential may call; resolves or throws `rate_limited`. */
export interface RateLimiter {
  check(
    request: FastifyRequest,
    principal: Principal,
    policy: RoutePolicy,
  ): Promise<Record<string, string>>
  failedLogin(request: FastifyRequest): Promise<void>
}

interface AdmissionOptions {
  readonly access: Authenticator
  readonly allowedHosts: readonly string[]
  readonly allowedOrigins: readonly string[]
  /** Longest request URL that is looked at. */
  readonly maxUrlBytes: number
  /** The owner of an open loopback server, or undefined when every caller needs a key. */
  readonly localOwner: Principal | undefined
}

interface GuardOptions {
  readonly access: Authenticator
  readonly admission: Admission
  readonly limiter: RateLimiter
  /** The epoch that goes out with every reply under `/v1`. */
  readonly epoch: () => string
}

/** What a client of ours may say of how a change came about; kept with the version, trusted for nothing. */
const ORIGINS = new Map<string, Origin>([
  ['cli', 'cli'],
  ['import', 'import'],
])

/** Names the workspace of a request; a query parameter or the body may too. */
export const WORKSPACE_HEADER = 'x-leanctx-workspace'

const KEY_IN_URL =
  /[?&](?:api[-_]?key|access[-_]?token|key|token)=|[?&=]gm_[A-Za-z0-9]+_[A-Za-z0-9]{20,}/i

export type Guard = (
  request: FastifyRequest,
  reply: FastifyReply,
  done: HookHandlerDoneFunction,
) => void

/** Decides who a request comes from, before anything is looked up for it. */
export interface Admission {
  /** Throws `host_refused` for a host name that is not ours. */
  checkHost(host: string | undefined): void
  /**
   * The principal, or undefined when the credential is missing or not valid; throws what a browser may not send and
   * what the principal may not do.
   */
  admit(
    request: Pick<IncomingMessage, 'headers' | 'url'>,
    policy: RoutePolicy,
  ): Principal | undefined
}

/** Joins the checks that need nothing but the request line and its headers. */
export function buildAdmission(options: AdmissionOptions): Admission {
  const { access, localOwner, maxUrlBytes } = options
  const { check: checkBrowser, checkHost } = buildBrowserGuard(options)

  const identify = (headers: IncomingHttpHeaders, policy: RoutePolicy): Principal | undefined => {
    const credential = headers.authorization
    const principal = credential === undefined ? undefined : access.authenticate(credential)
    checkBrowser(headers, principal !== undefined)
    if (principal !== undefined) return principal
    if (credential !== undefined) return undefined
    if (localOwner !== undefined && !isForwarded(headers)) {
      return localOwner
    }
    return policy.scope === 'public' ? ANONYMOUS : undefined
  }

  return {
    checkHost,
    admit: ({ headers, url = '' }, policy) => {
      // On the wire a URL is ASCII, so its length is its size.
      if (url.length > maxUrlBytes) throw uriTooLong(url.length, maxUrlBytes)
      if (url.includes('?') && KEY_IN_URL.test(decoded(url))) throw coreErrors.credential_in_url()
      const principal = identify(headers, policy)
      if (principal !== undefined && !permits(policy.scope, principal.scopes)) {
        throw forbidden(policy, principal)
      }
      return principal
    },
  }
}

/** One merged check in front of every route and every unknown path, in the order of the wire decisions. */
export function buildGuard(options: GuardOptions): Guard {
  const { access, admission, limiter, epoch } = options

  return (request, reply, done) => {
    const policy = request.routeOptions.config.policy ?? UNKNOWN_PATH
    const name = () => {
      reply.headers(SECURITY_HEADERS)
      reply.header('X-Request-Id', request.id)
      if (policy.versioned) reply.header('Capabilities-Epoch', epoch())
    }
    // Prepared documents bring these headers themselves; their refusals do not.
    if (policy.prebuilt !== true) name()
    const refuse = (error: Error) => {
      name()
      done(error)
    }
    try {
      const principal = admission.admit(request.raw, policy)
      if (principal === undefined) {
        limiter.failedLogin(request).then(() => refuse(unauthorized(request)), refuse)
        return
      }
      request.caller = callerOf(request, principal)
      if (principal.kind === 'local') return done()
      limiter.check(request, principal, policy).then((headers) => {
        reply.headers(headers)
        done()
      }, refuse)
    } catch (error) {
      refuse(error as Error)
    }
  }

  function callerOf(request: FastifyRequest, principal: Principal): Caller {
    const query = (request.query ?? {}) as Readonly<Record<string, unknown>>
    const asked = query.workspace ?? query.workspaceId ?? request.headers[WORKSPACE_HEADER]
    if (Array.isArray(asked)) throw oneWorkspace()
    return {
      principal,
      workspaceId: access.resolveWorkspace(
        principal,
        typeof asked === 'string' && asked !== '' ? asked : undefined,
      ),
      origin: ORIGINS.get(String(request.headers['x-lectern-origin'])) ?? 'rest',
      requestId: request.id,
    }
  }
}

/** Whoever reads a public route without a credential. */
const ANONYMOUS: Principal = {
  id: 'anonymous',
  kind: 'local',
  name: 'anonymous',
  scopes: new Set(),
  workspaces: [],
}

function unauthorized(request: FastifyRequest) {
  const sent = request.headers.authorization
  return coreErrors.unauthorized({
    message:
      sent === undefined
        ? 'This server needs a key. Send it as `Authorization: API-Key gm_…`; `lectern keys create` makes one.'
        : 'The credential is not valid: unknown, expired or revoked, or not of the form `API-Key gm_…` or `Bearer gm_…`.',
    headers: { 'WWW-Authenticate': 'API-Key realm="lectern", Bearer realm="lectern"' },
  })
}

function forbidden(policy: RoutePolicy, principal: Principal) {
  const needed = typeof policy.scope === 'string' ? [policy.scope] : policy.scope
  return coreErrors.forbidden({
    message: `This key lacks the scope ${needed.join(' or ')}. Ask whoever runs the server for a key that has it.`,
    details: {
      needed,
      granted: [...principal.scopes].sort(),
      capability: policy.capability ?? null,
    },
  })
}

const uriTooLong = (sent: number, value: number) =>
  coreErrors.uri_too_long({
    message: `The URL has ${sent} bytes; the limit urlBytes is ${value}. Send long values in a body.`,
    details: { limit: 'urlBytes', value, sent },
  })

/** True of a request that came through something in front of the server. */
function isForwarded(headers: IncomingHttpHeaders): boolean {
  for (const name in headers) {
    if (name === 'forwarded' || (name[0] === 'x' && name.startsWith('x-forwarded-'))) return true
  }
  return false
}

const decoded = (url: string): string => {
  if (!url.includes('%')) return url
  try {
    return decodeURIComponent(url)
  } catch {
    // A broken escape is refused by the router with words of its own.
    return url
  }
}

const oneWorkspace = () =>
  coreErrors.invalid_request({ message: 'The workspace is named more than once. Name one.' })
