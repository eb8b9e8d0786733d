import { toCliError } from '../errors.ts'
import type { DoctorOutput } from '../schemas/system.ts'

export type Check = DoctorOutput['checks'][number]

/** What one examination found; `remedy` says what to do about it. */
export type Finding = Omit<Check, 'id'>

/** Runs one examination; whatever it throws is a failed check with the sentence of the failure. */
export async function examine(id: string, look: () => Finding | Promise<Finding>): Promise<Check> {
  try {
    return { id, ...(await look()) }
  } catch (thrown) {
    return { id, status: 'fail', detail: toCliError(thrown).message }
  }
}
