import { defineErrors } from '../contracts/errors.ts'

export const errors = defineErrors({
  document_not_found: { status: 404, message: 'There is no document with this id here.' },
  version_not_found: {
    status: 404,
    message: 'This document has no version with this id. GET its versions for those it has.',
  },
  invalid_validator: {
    status: 400,
    message:
      'If-Match must be exactly the ETag that a read of this document gave, in its strong form or with the -gzip suffix of a delivery.',
  },
  not_document_owner: {
    status: 403,
    message: 'Only the owner of a document changes how it is coordinated.',
  },
  revision_mismatch: {
    status: 412,
    message: 'The document has changed. GET it again and use its exact ETag.',
  },
  precondition_required: {
    status: 428,
    message: 'This write needs a precondition. Add what details.missing lists.',
  },
  lease_conflict: {
    status: 409,
    message: 'The lease is not yours, has expired, or is held. GET the coordination state.',
  },
  fence_mismatch: {
    status: 409,
    message: 'This fence is not current. GET the coordination state; do not reuse a stale fence.',
  },
  document_not_coordinatable: {
    status: 422,
    message: 'This document takes no lease. Enable its coordination first.',
  },
})
