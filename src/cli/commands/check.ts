import type { Report } from '../../governance/check.ts'
import { runGates } from '../../governance/check.ts'
import { githubReport } from '../../governance/reports/github.ts'
import { junitReport } from '../../governance/reports/junit.ts'
import { sarifReport } from '../../governance/reports/sarif.ts'
import { textReport } from '../../governance/reports/text.ts'
import type { CheckOutput } from '../../governance/schema.ts'
import type { Invocation } from '../command.ts'
import { textOf } from '../command.ts'
import { cliError } from '../errors.ts'
import { print, printJson, write } from '../output.ts'
import { collectFacts } from './check-facts.ts'

const FORMATS = {
  text: (report: Report) => print(...textReport(report)),
  json: (report: Report) => printJson(documentOf(report)),
  github: (report: Report) => print(...githubReport(report)),
  sarif: (report: Report) => printJson(sarifReport(report)),
  junit: (report: Report) => write(junitReport(report)),
} as const

/** Runs every gate on this checkout; a finding that is an error is a `policy` failure after the report. */
export async function run({ options, json }: Invocation): Promise<void> {
  const format = formatOf(textOf(options, 'format'), json)
  const report = runGates(
    await collectFacts({ base: textOf(options, 'base'), strict: options.strict === true }),
  )
  FORMATS[format](report)
  const failed = report.gates.filter(({ passed }) => !passed)
  if (failed.length > 0) {
    throw cliError(
      'policy-failed',
      `${failed.length} of ${report.gates.length} gates failed: ${failed.map(({ id }) => id).join(', ')}.`,
    )
  }
}

function formatOf(asked: string | undefined, json: boolean): keyof typeof FORMATS {
  const format = asked ?? (json ? 'json' : 'text')
  if (!Object.hasOwn(FORMATS, format) || (json && format !== 'json')) {
    const known = Object.keys(FORMATS).join(', ')
    throw cliError(
      'invalid-argument',
      json
        ? `Say either --json or --format ${format}, not both.`
        : `There is no format ${format}; there are ${known}.`,
    )
  }
  return format as keyof typeof FORMATS
}

function documentOf({ baseline, counts, gates, findings }: Report): CheckOutput {
  return {
    schemaVersion: 'lectern.check.v1',
    baseline,
    counts,
    gates: [...gates],
    findings: findings.map(({ gate, rule, severity, subject, pointer, message }) => ({
      gate,
      rule,
      severity,
      subject,
      ...(pointer === undefined ? {} : { pointer }),
      message,
    })),
  }
}
