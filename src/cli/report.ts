import type { CliError } from './errors.ts'
import { complain, printJson } from './output.ts'

/** Writes the failure where its reader looks for it and answers the exit code. */
export function report(error: CliError, json: boolean): number {
  complain(`lectern: ${error.message}`)
  if (process.env.LECTERN_LOG_LEVEL === 'debug' && error.cause !== undefined) {
    complain(error.cause instanceof Error ? String(error.cause.stack) : String(error.cause))
  }
  // A policy failure is a verdict on a result that stands on stdout already; that stays one document.
  if (json && error.class !== 'policy') printJson(error.toDocument())
  return error.exitCode
}
