import { defineErrors } from '../contracts/errors.ts'

export const errors = defineErrors({
  query_required: {
    status: 400,
    message: 'There is nothing to search for. Give the text as the query parameter `q`.',
  },
  query_too_long: { status: 400, message: 'The query is longer than this server takes.' },
})
