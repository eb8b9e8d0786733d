import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, coreErrors } from '../contracts/errors.ts'
import type { Limits } from '../contracts/limits.ts'
import { errorBody } from './envelope.ts'
import { SERVICE_META_LINK } from './headers.ts'
import type { RoutePolicy } from './policy.ts'
import { UNKNOWN_PATH } from './policy.ts'

/** Turns whatever is thrown on any path into one of the two error bodies; never Fastify's own. */
export function installErrorHandler(app: FastifyInstance, limits: Limits): void {
  app.setErrorHandler((thrown: Error, request, reply) => {
    const error = toAppError(thrown, limits)
    if (error.status >= 500) {
      request.log.error({ err: error.cause ?? thrown, reqId: request.id }, error.message)
    }
    return refuse(request, reply, error)
  })
}

/** Writes a refusal in the envelope of the request's route. */
export function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  error: AppError,
  policy: RoutePolicy = request.routeOptions.config.policy ?? UNKNOWN_PATH,
): FastifyReply {
  request.refusal = error.reason
  reply.headers(error.headers)
  const link = reply.getHeader('Link')
  reply.header('Link', link === undefined ? SERVICE_META_LINK : [link, SERVICE_META_LINK].flat())
  reply.header('Cache-Control', 'no-store')
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(withCapability(error, policy), policy.envelope)))
}

function withCapability(error: AppError, { capability }: RoutePolicy): AppError {
  if (capability === undefined || error.status >= 500) return error
  return new AppError(error.reason, error, {
    message: error.message,
    details: { capability, ...error.details },
  })
}

/** Maps Fastify's own errors to reasons of ours; whatever is left is a bug and says nothing of its cause. */
export function toAppError(thrown: Error, limits: Limits): AppError {
  if (thrown instanceof AppError) return thrown
  const { code, message, statusCode } = thrown as Partial<FastifyError>
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return coreErrors.payload_too_large({
        message: `The body is larger than ${limits.bodyBytes} bytes.`,
        details: { limit: 'bodyBytes', value: limits.bodyBytes },
      })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_EMPTY_TYPE':
      return coreErrors.unsupported_media_type({ details: { supported: ['application/json'] } })
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return coreErrors.invalid_request({
        message: 'The body is not as long as Content-Length says.',
      })
    case 'FST_ERR_BAD_URL':
      return coreErrors.invalid_request({ message: 'The URL path holds a broken percent escape.' })
    case 'FST_ERR_HANDLER_TIMEOUT':
      return coreErrors.unavailable({
        message: 'The request took longer than this server allows. Try again later.',
      })
    case 'FST_ERR_REOPENED_CLOSE_SERVER':
      return coreErrors.unavailable()
    default:
      if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
        return coreErrors.invalid_request({
          ...(message === undefined ? {} : { message }),
          cause: thrown,
        })
      }
      return coreErrors.internal({ cause: thrown })
  }
}
