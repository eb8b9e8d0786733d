import { defineErrors } from '../contracts/errors.ts'

export const errors = defineErrors({
  prompt_not_found: { status: 404, message: 'There is no prompt with this id here.' },
  prompt_version_not_found: {
    status: 404,
    message: 'This prompt has no version with this id. GET its versions for those it has.',
  },
})
