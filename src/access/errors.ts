import { defineErrors } from '../contracts/errors.ts'

export const errors = defineErrors({
  key_not_found: { status: 404, message: 'There is no key with this id.' },
  key_revoked: { status: 409, message: 'This key is revoked already; create a new one.' },
  key_expired_already: {
    status: 400,
    message: 'The field expiresAt lies in the past; the key could never be used.',
  },
  unknown_workspace: { status: 400, message: 'There is no such workspace.' },
})
