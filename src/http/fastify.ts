import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import Fastify, { LogController } from 'fastify'
import { coreErrors } from '../contracts/errors.ts'
import type { Limits } from '../contracts/limits.ts'
import { randomId } from '../lib/ids.ts'
import { onClientError, onConnect } from './client-error.ts'
import { refuse, toAppError } from './error-handler.ts'
import type { Guard } from './guard.ts'
import { rawRefusal } from './raw-refusal.ts'

interface ServerSettings {
  readonly limits: Limits
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  readonly handlerTimeoutMs: number
  readonly keepAliveTimeoutMs: number
}

interface FastifyDeps {
  readonly config: ServerSettings
  readonly log: FastifyBaseLogger
  /** The guard, once it exists: URLs that cannot be decoded reach no hook. */
  readonly guarded: { readonly check?: Guard }
  readonly nextId: () => string
  /** Answers what needs no router; false hands the request on. */
  readonly direct: (request: IncomingMessage, response: ServerResponse) => boolean
}

/** Request ids: a prefix per process and a counter, which cost less than random ones. */
export function requestIds(): () => string {
  const start = randomId('', 8)
  let count = 0
  return () => {
    count += 1
    return `${start}-${count.toString(36)}`
  }
}

const MAX_HEADER_BYTES = 16 * 1024
/** How often connections that have become idle are closed while the server stops. */
const SWEEP_MS = 50

/** Fastify with every timeout and limit set, and no line of its own in the log or in a reply. */
export function newFastify({ config, log, guarded, nextId, direct }: FastifyDeps): FastifyInstance {
  let closing = false
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: config.limits.bodyBytes,
    requestIdHeader: false,
    genReqId: nextId,
    handlerTimeout: config.handlerTimeoutMs,
    // Answered below instead, in an envelope of ours.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      guarded.check?.(request, reply, (refused) => {
        refuse(request, reply, toAppError(refused ?? error, config.limits))
      })
    },
    routerOptions: { maxParamLength: config.limits.urlBytes },
    serverFactory: (route) => {
      const server = createServer(
        {
          headersTimeout: config.headersTimeoutMs,
          requestTimeout: config.requestTimeoutMs,
          keepAliveTimeout: config.keepAliveTimeoutMs,
          connectionsCheckingInterval: Math.min(5000, config.headersTimeoutMs),
          maxHeaderSize: MAX_HEADER_BYTES,
        },
        (request, response) => {
          if (closing) refuseWhileStopping(response)
          else if (!direct(request, response)) route(request, response)
        },
      )
      server.setTimeout(config.requestTimeoutMs + config.handlerTimeoutMs)
      server.on('clientError', onClientError)
      // An expectation that nobody knows is none of ours; the request is served as if it were not there.
      server.on('checkExpectation', (request, response) =>
        server.emit('request', request, response),
      )
      server.on('connect', (_request, socket) => onConnect(socket))
      return server
    },
  })
  app.addHook('preClose', (done) => {
    closing = true
    // A connection whose last answer goes out from now on is idle then, and waits for nothing.
    const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
    app.server.once('close', () => clearInterval(sweep))
    sweep.unref()
    done()
  })
  return app
}

function refuseWhileStopping(response: ServerResponse): void {
  const refusal = coreErrors.unavailable({ headers: { 'Retry-After': '5' } })
  const { headers, body } = rawRefusal(refusal)
  response.writeHead(refusal.status, headers).end(body)
}
