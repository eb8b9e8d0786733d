import { setTimeout } from 'node:timers/promises'
import type { Call, Connection } from './connect.ts'
import { cliError } from './errors.ts'
import { complain } from './output.ts'
import type { Reply } from './reply.ts'

const TIMEOUT_MS = 30_000

/** A rate limit is waited for this often, and never longer than a minute at once. */
const MAX_WAITS = 5
const MAX_WAIT_SECONDS = 60

/** Talks to the server at `base`; redirects are refused, because they could carry the key elsewhere. */
export function connectRemote(
  base: string,
  credential: string | undefined,
  kind: Connection['kind'],
): Connection {
  const once: Call = async (method, path, { body, query, headers } = {}) => {
    const url = `${base}${path}${searchOf(query)}`
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        ...headers,
        ...(credential === undefined ? {} : { authorization: credential }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      throw unreachable(base, cause)
    })
    if (response.status >= 300 && response.status < 400) {
      throw cliError(
        'unexpected-reply',
        `${base} sends the request elsewhere (HTTP ${response.status}); name the server itself with --url.`,
      )
    }
    return readReply(response, base)
  }
  const call: Call = async (...request) => {
    for (let waits = 0; ; waits += 1) {
      const reply = await once(...request)
      const seconds = secondsToWait(reply)
      if (seconds === undefined || waits === MAX_WAITS) return reply
      complain(
        `lectern: The server limits how often this key may call; going on in ${seconds} seconds.`,
      )
      await setTimeout(seconds * 1000)
    }
  }
  return { kind, at: base, call, close: async () => {} }
}

/** What a refusal for its rate asks to wait; the server has done nothing of the request. */
function secondsToWait({ status, headers }: Reply): number | undefined {
  const asked = headers['retry-after'] ?? ''
  if (status !== 429 || !/^\d{1,3}$/.test(asked)) return undefined
  return Number(asked) <= MAX_WAIT_SECONDS ? Math.max(1, Number(asked)) : undefined
}

async function readReply(response: Response, base: string): Promise<Reply> {
  const text = await response.text().catch((cause: unknown) => {
    throw unreachable(base, cause)
  })
  const isJson = /^application\/([\w.+-]+\+)?json/.test(response.headers.get('content-type') ?? '')
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: isJson ? parseJson(text, base) : text,
  }
}

function parseJson(text: string, base: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch (cause) {
    throw cliError(
      'unexpected-reply',
      `${base} answered with JSON that cannot be read; check --url.`,
      cause,
    )
  }
}

/** `?a=b` of the parameters that have a value. */
export function searchOf(query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

function unreachable(base: string, cause: unknown) {
  const inner = cause instanceof Error ? cause.cause : undefined
  const code = inner instanceof Error && 'code' in inner ? ` (${String(inner.code)})` : ''
  const timedOut = cause instanceof Error && cause.name === 'TimeoutError'
  return cliError(
    'server-unreachable',
    timedOut
      ? `The server at ${base} did not answer within ${TIMEOUT_MS / 1000} seconds.`
      : `No server answers at ${base}${code}. Start one with \`lectern serve\`, or correct --url.`,
    cause,
  )
}
