import type { Socket } from 'node:net'
import type { AppError } from '../contracts/errors.ts'
import { coreErrors } from '../contracts/errors.ts'
import { errorBody } from './envelope.ts'

/** Answers what Node's HTTP parser refuses before there is a request, in the same words as the rest. */
export function onClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const refusal = toRefusal(error.code)
  const body = JSON.stringify(errorBody(refusal, 'nested'))
  socket.end(
    `HTTP/1.1 ${refusal.status} ${STATUS_TEXT[refusal.status] ?? 'Bad Request'}\r\nContent-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

function toRefusal(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return coreErrors.headers_too_large()
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return coreErrors.request_timeout()
  return coreErrors.invalid_request({ message: 'The bytes received are not an HTTP request.' })
}
