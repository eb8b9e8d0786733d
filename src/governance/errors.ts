import { defineErrors } from '../contracts/errors.ts'

/** Why a check cannot be made or an acceptance is refused; seen on the command line only. */
export const errors = defineErrors({
  baseline_missing: {
    status: 404,
    class: 'data',
    message:
      'The baseline is not there. Name a tag, a commit or a snapshot file with --base, or say --base none.',
  },
  checkout_missing: {
    status: 404,
    class: 'data',
    message: 'There is no checkout here whose contracts could be checked.',
  },
  accept_in_ci: {
    status: 409,
    class: 'usage',
    message:
      'Nothing is accepted while CI is set, because a person has to decide it. Run lectern check accept on your own machine and commit what it writes.',
  },
  document_unreadable: {
    status: 404,
    class: 'data',
    message: 'The document that was named cannot be read.',
  },
  document_not_parsed: {
    status: 400,
    class: 'parse',
    message: 'The document that was named is neither JSON nor YAML that can be compared.',
  },
})
