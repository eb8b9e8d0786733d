/** Error classes of the command line and the exit code of each; never renumbered. */
export const EXIT_CODES = {
  policy: 1,
  usage: 2,
  data: 3,
  parse: 4,
  internal: 5,
} as const

export type ErrorClass = keyof typeof EXIT_CODES

export interface ErrorSpec {
  /** HTTP status. */
  readonly status: number
  /** The sentence a caller reads when the thrower has nothing more exact to say. */
  readonly message: string
  /** Class on the command line; derived from the status unless given. */
  readonly class?: ErrorClass
}

export interface ErrorExtras {
  readonly message?: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/** A refusal the caller can act on. Anything else that is thrown is a bug and answers 500. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly reason: string
  readonly status: number
  readonly class: ErrorClass
  readonly details: Readonly<Record<string, unknown>> | null
  readonly headers: Readonly<Record<string, string>>

  constructor(reason: string, spec: ErrorSpec, extras: ErrorExtras = {}) {
    super(extras.message ?? spec.message, { cause: extras.cause })
    this.reason = reason
    this.status = spec.status
    this.class = spec.class ?? classOfStatus(spec.status)
    this.details = extras.details ?? null
    this.headers = extras.headers ?? {}
  }
}

/** The command line's class for an HTTP status. */
export function classOfStatus(status: number): ErrorClass {
  if (status >= 500) return 'internal'
  return [404, 409, 410, 412, 429].includes(status) ? 'data' : 'usage'
}

export type ErrorTable = Readonly<Record<string, ErrorSpec>>

export type ErrorFactories<T extends ErrorTable> = {
  readonly [Reason in keyof T]: (extras?: ErrorExtras) => AppError
} & { readonly $table: T }

/** Declares a room's error reasons; each becomes a function that makes the error to throw. */
export function defineErrors<const T extends ErrorTable>(table: T): ErrorFactories<T> {
  const factories = Object.entries(table).map(([reason, spec]) => [
    reason,
    (extras?: ErrorExtras) => new AppError(reason, spec, extras),
  ])
  // Every key of the table has just been given its factory.
  return { ...Object.fromEntries(factories), $table: table } as ErrorFactories<T>
}

/** Reasons that belong to no room: what the HTTP layer itself refuses. */
export const coreErrors = defineErrors({
  invalid_request: { status: 400, message: 'The request is not valid.' },
  invalid_json: { status: 400, message: 'The body is not valid JSON.', class: 'parse' },
  invalid_cursor: { status: 400, message: 'The cursor is not one that this server gave out.' },
  credential_in_url: {
    status: 400,
    message:
      'A credential in a URL is refused, because URLs end up in logs. Send it in the Authorization header.',
  },
  unauthorized: { status: 401, message: 'A valid API key is needed.' },
  forbidden: { status: 403, message: 'This key lacks the scope that the route needs.' },
  origin_refused: { status: 403, message: 'Requests from this web origin are refused.' },
  cross_site_refused: {
    status: 403,
    message:
      'A cross-site browser request is refused while the server is open to its local owner without a key.',
  },
  not_found: { status: 404, message: 'There is nothing at this path.' },
  method_not_allowed: { status: 405, message: 'This path does not take that method.' },
  request_timeout: { status: 408, message: 'The request did not arrive in time.' },
  payload_too_large: { status: 413, message: 'The body is larger than this server takes.' },
  uri_too_long: { status: 414, message: 'The URL is longer than this server takes.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json.' },
  host_refused: { status: 421, message: 'This server does not answer for that host name.' },
  rate_limited: { status: 429, message: 'Too many requests for this credential.' },
  headers_too_large: {
    status: 431,
    message: 'The request headers are larger than this server takes.',
  },
  idempotency_key_not_taken: {
    status: 400,
    message:
      'This route keeps no receipts, so an Idempotency-Key would promise what it does not do. Leave the header out.',
  },
  idempotency_key_reused: {
    status: 422,
    message:
      'This Idempotency-Key was used for another request. Use a new key for changed inputs, or repeat the first request exactly.',
  },
  storage_full: {
    status: 507,
    message:
      'The disk is full. Nothing of this request was kept; free some space and send it again.',
  },
  storage_failed: {
    status: 503,
    message: 'The store could not write. Nothing of this request was kept; send it again.',
  },
  internal: {
    status: 500,
    message: 'The server failed unexpectedly. The log has the cause under this request id.',
  },
  unavailable: {
    status: 503,
    class: 'data',
    message: 'The server is stopping or not ready yet. Try again in a moment.',
  },
})
