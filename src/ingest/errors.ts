import { defineErrors } from '../contracts/errors.ts'

export const errors = defineErrors({
  unknown_format: {
    status: 422,
    message: 'Files of this type are not taken in. The manifest lists the formats that are.',
  },
  duplicate_path: {
    status: 422,
    message: 'Another file of this request has the same path. Send each path once.',
  },
})
