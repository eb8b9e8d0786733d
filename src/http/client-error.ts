import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { AppError } from '../contracts/errors.ts'
import { coreErrors } from '../contracts/errors.ts'
import { rawRefusal } from './raw-refusal.ts'

/** Answers what Node's HTTP parser refuses before there is a request, in the same words as the rest. */
export function onClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  // A refusal written now would be taken for the reply that an earlier, complete request is waiting for.
  const owed = currentReply(socket)?.req.complete === true
  if (owed || error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  answer(socket, toRefusal(error.code))
}

/** The reply that Node is to write next on a connection. It keeps it under this name, which no API gives; tests hold it. */
const currentReply = (socket: Duplex): ServerResponse | undefined =>
  (socket as { readonly _httpMessage?: ServerResponse | null })._httpMessage ?? undefined

/** Refuses to be a proxy. */
export function onConnect(socket: Duplex): void {
  answer(
    socket,
    coreErrors.method_not_allowed({
      message: 'This server is no proxy; it does not take CONNECT.',
    }),
  )
}

function answer(socket: Duplex, refusal: AppError): void {
  const { headers, body } = rawRefusal(refusal)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(
    `HTTP/1.1 ${refusal.status} ${STATUS_TEXT[refusal.status] ?? 'Bad Request'}\r\n${lines.join('\r\n')}\r\n\r\n${body}`,
  )
}

const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

function toRefusal(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return coreErrors.headers_too_large()
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return coreErrors.request_timeout()
  return coreErrors.invalid_request({ message: 'The bytes received are not an HTTP request.' })
}
