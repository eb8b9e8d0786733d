import { defineErrors } from '../contracts/errors.ts'

/** What is wrong with a configuration; it never reaches HTTP, because nothing starts. */
export const configErrors = defineErrors({
  invalid_config: { status: 400, class: 'usage', message: 'The configuration is not valid.' },
  unknown_setting: { status: 400, class: 'usage', message: 'There is no such setting.' },
})
