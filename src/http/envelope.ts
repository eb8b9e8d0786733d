import type { Envelope } from '../contracts/contract-docs.ts'
import type { AppError } from '../contracts/errors.ts'

/** The body of a refusal in the envelope of its route family. */
export function errorBody(error: AppError, envelope: Envelope): object {
  if (envelope === 'flat') {
    return {
      error: error.message,
      error_code: error.reason,
      ...(error.details === null ? {} : { details: error.details }),
    }
  }
  const reason = error.reason.toUpperCase()
  return {
    error: {
      code: error.status,
      message: `${reason}: ${error.message}`,
      reason,
      details: error.details,
    },
    error_code: error.reason,
  }
}
