import { CompareInputError } from './compare/errors.ts'
import { compareJsonSchema } from './compare/json-schema.ts'
import { compareOpenApi } from './compare/openapi.ts'
import type { Comparison } from './compare/types.ts'
import { errors } from './errors.ts'
import { objectOf } from './operations.ts'

export interface DiffOptions {
  readonly strict: boolean
  readonly honourStability: boolean
}

export interface Diff {
  readonly kind: 'openapi' | 'json-schema'
  readonly comparison: Comparison
}

/** Compares two documents: as OpenAPI when either says that it is, else as JSON Schemas used both ways. */
export function diffDocuments(base: unknown, revision: unknown, options: DiffOptions): Diff {
  const kind = [base, revision].some(isOpenApi) ? 'openapi' : 'json-schema'
  try {
    const comparison =
      kind === 'openapi'
        ? compareOpenApi(base, revision, options)
        : compareJsonSchema(base, revision, { direction: 'both', strict: options.strict })
    return { kind, comparison }
  } catch (cause) {
    if (!(cause instanceof CompareInputError)) throw cause
    throw errors.document_not_parsed({ message: cause.message, cause })
  }
}

const isOpenApi = (document: unknown): boolean => {
  const { openapi, swagger } = objectOf(document)
  return openapi !== undefined || swagger !== undefined
}
