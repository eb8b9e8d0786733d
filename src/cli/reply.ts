import { classOfStatus } from '../contracts/errors.ts'
import { CliError, cliError, kebab } from './errors.ts'

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Parsed where the reply is JSON, else its text. */
  readonly body: unknown
}

/** `data` of a successful reply; a refusal is thrown with its own reason and class. */
export function dataOf<T>(reply: Reply): T {
  const body = bodyOf(reply)
  if (!isRecord(body) || !('data' in body)) throw unexpected()
  // The server holds its replies to the schemas that these types come from.
  return body.data as T
}

/** The body of a successful reply; a refusal is thrown with its own reason and class. */
export function bodyOf(reply: Reply): unknown {
  if (reply.status >= 400) throw refusalOf(reply)
  return reply.body
}

function refusalOf({ status, body }: Reply): CliError {
  if (!isRecord(body) || typeof body.error_code !== 'string') return unexpected(status)
  const reason = kebab(body.error_code)
  const text = isRecord(body.error) ? body.error.message : body.error
  const message = String(text ?? reason).replace(/^[A-Z][A-Z0-9_]*: /, '')
  return new CliError(reason, classOf(status, body.error_code), message)
}

// A server that is stopping or refuses a body as unreadable says so by its reason; the status is too coarse.
function classOf(status: number, code: string) {
  if (code === 'unavailable') return 'data'
  return code === 'invalid_json' ? 'parse' : classOfStatus(status)
}

function unexpected(status?: number): CliError {
  return cliError(
    'unexpected-reply',
    `What answers there is not a Lectern server${status === undefined ? '' : ` (HTTP ${status} without a reason)`}; check --url.`,
  )
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
