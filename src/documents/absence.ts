import type { FastifyRequest } from 'fastify'
import type { Caller } from '../contracts/caller.ts'
import { AppError } from '../contracts/errors.ts'
import { errors } from './errors.ts'

interface Documents {
  exists(caller: Caller, id: string): Promise<boolean>
}

/** Says of a bad request about a document that is not there only that; it costs a look-up when a request is bad, and none else. */
export const absenceFirst =
  (documents: Documents) =>
  async (error: unknown, request: FastifyRequest): Promise<never> => {
    throw (await isAbsent(documents, error, request)) ? errors.document_not_found() : error
  }

async function isAbsent(
  documents: Documents,
  error: unknown,
  request: FastifyRequest,
): Promise<boolean> {
  if (!(error instanceof AppError) || error.status !== 400) return false
  // A malformed id is a bad request.
  if (error.details?.in === 'params') return false
  // Whoever the guard refused has no caller yet, and every path here has this parameter or none.
  const { caller, params } = request as {
    readonly caller?: Caller
    readonly params: { readonly id?: string }
  }
  if (caller === undefined || params.id === undefined) return false
  return !(await documents.exists(caller, params.id))
}
