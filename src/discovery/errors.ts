import { defineErrors } from '../contracts/errors.ts'

export const errors = defineErrors({
  contract_not_found: { status: 404, message: 'There is no contract with this id.' },
})
