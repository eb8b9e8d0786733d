import type { AppError } from '../contracts/errors.ts'
import { errorBody } from './envelope.ts'
import { SECURITY_HEADERS, SERVICE_META_LINK } from './headers.ts'

/** A refusal that is written past Fastify, in the form of every other; its connection ends with it. */
export function rawRefusal(refusal: AppError): {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
} {
  const body = JSON.stringify(errorBody(refusal, 'nested'))
  const headers = {
    ...SECURITY_HEADERS,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    Link: SERVICE_META_LINK,
    Connection: 'close',
    ...refusal.headers,
  }
  return { headers, body }
}
