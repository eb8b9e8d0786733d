/** What is said about a setting wherever it is shown: help, the reference page, a refusal. */
export interface Setting {
  readonly description: string
  readonly default: string | number | boolean | readonly string[]
  /** The option of `lectern serve` that sets it, without its dashes. */
  readonly flag?: string
}

/** Every setting but the limits, which `contracts/limits.ts` declares. Data only, so that help stays light. */
export const SETTINGS = {
  host: {
    flag: 'host',
    default: '127.0.0.1',
    description: 'Address to listen on. Any but a loopback address needs a key to exist first.',
  },
  port: {
    flag: 'port',
    default: 7431,
    description: 'Port to listen on; 0 picks a free one.',
  },
  dataDir: {
    flag: 'data',
    default: 'lectern-data',
    description:
      'Directory that holds everything; it is made when it is not there. A relative path starts at the configuration file that names it, else at the working directory.',
  },
  store: {
    flag: 'store',
    default: 'sqlite:',
    description: 'Where rows live: `sqlite:` (in the data directory) or a `postgres://` URL.',
  },
  requireAuth: {
    flag: 'require-auth',
    default: false,
    description: 'Asks every caller for a key, also on a loopback address.',
  },
  allowedHosts: {
    flag: 'allowed-host',
    default: [],
    description: 'Host names besides the loopback ones that the server answers for.',
  },
  allowedOrigins: {
    flag: 'allowed-origin',
    default: [],
    description: 'Web origins (`https://example.org`) whose pages may call the API.',
  },
  logLevel: {
    flag: 'log-level',
    default: 'info',
    description: 'The least severe log line that is written to stderr.',
  },
  headersTimeoutMs: {
    default: 10_000,
    description: 'Milliseconds in which the headers of a request must arrive.',
  },
  requestTimeoutMs: {
    default: 60_000,
    description: 'Milliseconds in which a whole request must arrive.',
  },
  handlerTimeoutMs: {
    default: 60_000,
    description: 'Milliseconds in which the server must have answered.',
  },
  keepAliveTimeoutMs: {
    default: 10_000,
    description: 'Milliseconds after which an idle connection is closed.',
  },
} as const satisfies Readonly<Record<string, Setting>>

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug'] as const

/** Variables of the command line's client side; they are no settings of an instance. */
export const CLIENT_VARIABLES = {
  LECTERN_CONFIG: 'Configuration file, as `--config`.',
  LECTERN_URL: 'Server that client commands talk to, as `--url`.',
  LECTERN_KEY:
    'Key that client commands send, as `--key`; a variable keeps it out of process lists.',
} as const

/** The environment variable of a setting: `limits.documentBytes` is `LECTERN_LIMITS_DOCUMENT_BYTES`. */
export const variableOf = (path: string): string =>
  `LECTERN_${path.replace(/[A-Z]/g, '_$&').replace('.', '_').toUpperCase()}`
