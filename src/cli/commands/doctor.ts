import type { Invocation } from '../command.ts'
import { targetOf } from '../connect.ts'
import { checkInstallation } from '../doctor/installation.ts'
import { checkServer } from '../doctor/server.ts'
import { cliError } from '../errors.ts'
import { print, printJson } from '../output.ts'
import type { DoctorOutput } from '../schemas/system.ts'
import { table, wrap } from '../table.ts'

/** Examines a server or an installation; a failed check is a `policy` failure after the result. */
export async function run(invocation: Invocation): Promise<void> {
  const target = targetOf(invocation)
  const checks =
    target.kind === 'url'
      ? await checkServer(target.url, target.key)
      : await checkInstallation(invocation)
  const failed = checks.filter(({ status }) => status === 'fail')
  const output: DoctorOutput = {
    schemaVersion: 'lectern.doctor.v1',
    ok: failed.length === 0,
    checks,
  }
  if (invocation.json) printJson(output)
  else print(...textOfChecks(checks))
  if (failed.length > 0) {
    throw cliError(
      'policy-failed',
      `${failed.length} of ${checks.length} checks failed: ${failed.map(({ id }) => id).join(', ')}.`,
    )
  }
}

function textOfChecks(checks: DoctorOutput['checks']): string[] {
  const heads = table(checks.map(({ id, status }) => [status, id]))
  const indent = Math.max(...heads.map((head) => head.length)) + 2
  return checks.flatMap(({ detail, remedy }, index) => [
    ...wrap(remedy === undefined ? detail : `${detail} ${remedy}`, Math.max(40, 98 - indent)).map(
      (line, at) => `${(at === 0 ? (heads[index] ?? '') : '').padEnd(indent)}${line}`,
    ),
  ])
}
