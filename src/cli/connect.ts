import { setTimeout } from 'node:timers/promises'
import type { LoadedConfig } from '../config.ts'
import { AppError } from '../contracts/errors.ts'
import type { Invocation } from './command.ts'
import { textOf } from './command.ts'
import { cliError } from './errors.ts'
import type { Reply } from './reply.ts'

/** Another command holds the data directory for a moment only; a server that starts will tell its URL. */
const LOCK_WAIT_MS = 5000
const LOCK_RETRY_MS = 50

export interface CallOptions {
  readonly body?: unknown
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly headers?: Readonly<Record<string, string>>
}

export type Call = (
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  options?: CallOptions,
) => Promise<Reply>

/** A server to call, wherever it runs; every kind behaves the same. */
export interface Connection {
  /** A URL that was named, a server found running on the data directory, or one opened in this process. */
  readonly kind: 'url' | 'running' | 'in-process'
  /** The URL or the data directory, for messages. */
  readonly at: string
  readonly call: Call
  /** Gives back what the connection holds. */
  close(): Promise<void>
}

/** Connects as the options say, runs `work`, and closes whatever was opened for it. */
export async function withConnection<T>(
  invocation: Invocation,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await connect(invocation)
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}

/** The server that `--url`, the data directory, or its lock names, in this order. */
async function connect(invocation: Invocation): Promise<Connection> {
  const target = targetOf(invocation)
  if (target.kind === 'url') {
    const { connectRemote } = await import('./remote.ts')
    return connectRemote(target.url, apiKey(target.key), 'url')
  }
  const loaded = await loadConfigOf(invocation)
  const giveUp = Date.now() + LOCK_WAIT_MS
  for (;;) {
    try {
      return await connectLocally(loaded, apiKey(target.key))
    } catch (error) {
      const isHeld = error instanceof AppError && error.reason === 'data_dir_locked'
      if (!isHeld || Date.now() > giveUp) throw error
      await setTimeout(LOCK_RETRY_MS)
    }
  }
}

async function connectLocally(
  loaded: LoadedConfig,
  credential: string | undefined,
): Promise<Connection> {
  const running = await findRunning(loaded.config.dataDir)
  if (running !== undefined) {
    const { connectRemote } = await import('./remote.ts')
    return connectRemote(running.url, credential ?? `Bearer ${running.token}`, 'running')
  }
  const { connectInProcess } = await import('./in-process.ts')
  return connectInProcess(loaded, credential)
}

type Target =
  | { readonly kind: 'url'; readonly url: string; readonly key: string | undefined }
  | { readonly kind: 'data'; readonly key: string | undefined }

/** Which server the options and the environment name, checked. */
export function targetOf({ options, env }: Invocation): Target {
  const named = textOf(options, 'url')
  const onData = textOf(options, 'data') !== undefined || textOf(options, 'config') !== undefined
  if (named !== undefined && onData) {
    throw cliError(
      'invalid-argument',
      'Say either --url or a data directory (--data, --config), not both.',
    )
  }
  const url = named ?? (onData ? undefined : env.LECTERN_URL || undefined)
  const key = textOf(options, 'key')
  if (url === undefined) return { kind: 'data', key }
  return { kind: 'url', url: baseUrl(url), key: key ?? (env.LECTERN_KEY || undefined) }
}

/** The configuration that the options, the environment and the file give. */
export async function loadConfigOf({ options, env, cwd }: Invocation): Promise<LoadedConfig> {
  const { loadConfig } = await import('../config.ts')
  return loadConfig({ flags: options, env, cwd })
}

/** The server that holds the data directory and can be called, or undefined. */
export async function findRunning(
  dataDir: string,
): Promise<{ url: string; token: string } | undefined> {
  const { readHolder } = await import('../store/lock.ts')
  const holder = await readHolder(dataDir)
  return holder?.url !== undefined && holder.token !== undefined
    ? { url: holder.url, token: holder.token }
    : undefined
}

function baseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (
    url === undefined ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    throw cliError(
      'invalid-argument',
      `--url must be an http:// or https:// address such as http://127.0.0.1:7431, not \`${text.slice(0, 200)}\`.`,
    )
  }
  if (url.username !== '' || url.password !== '') {
    throw cliError(
      'invalid-argument',
      'A credential in --url is refused; give the key with --key or LECTERN_KEY.',
    )
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** The `Authorization` header of a key. */
export function apiKey(key: string | undefined): string | undefined {
  if (key === undefined) return undefined
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw cliError(
      'invalid-argument',
      'The key holds characters that no key has; give it exactly as it was shown.',
    )
  }
  return `API-Key ${key}`
}
