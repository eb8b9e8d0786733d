import { toCliError } from './errors.ts'
import { report } from './report.ts'

let onFault: ((fault: unknown) => void) | undefined

/** From now on a fault outside any call is reported like a failure and ends the process; never a stack. */
export function catchFaults(json: boolean): void {
  onFault = (fault) => process.exit(report(toCliError(fault), json))
  // Rejections that nobody handles arrive here too.
  process.on('uncaughtException', onFault)
}

/** Leaves faults to whoever asks next, such as a server that must let go of its data first. */
export function releaseFaults(): void {
  if (onFault !== undefined) process.off('uncaughtException', onFault)
}
