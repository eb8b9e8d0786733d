import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Allowance } from '../../governance/allowances.ts'
import { applyAllowances, parseAllowances } from '../../governance/allowances.ts'
import { diffDocuments } from '../../governance/diff.ts'
import { readDocument } from '../../governance/document-source.ts'
import type { DiffOutput } from '../../governance/schema.ts'
import { systemClock } from '../../lib/clock.ts'
import type { Invocation } from '../command.ts'
import { textOf } from '../command.ts'
import { cliError } from '../errors.ts'
import { print, printJson } from '../output.ts'

const TIMEOUT_MS = 30_000

/** Compares two documents that were named; a breaking change is a `policy` failure after the report. */
export async function run({ operands, options, json, cwd }: Invocation): Promise<void> {
  const [base = '', revision = ''] = operands
  const strict = options.strict === true
  const allowances = allowancesOf(textOf(options, 'allow'), cwd)
  const read = (source: string) =>
    readDocument(/^https?:\/\//.test(source) ? source : resolve(cwd, source), (url) =>
      fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }),
    )
  const { kind, comparison } = diffDocuments(await read(base), await read(revision), {
    strict,
    honourStability: options.stability === true,
  })
  const today = new Date(systemClock.now()).toISOString().slice(0, 10)
  const allowed = applyAllowances(allowances, comparison.findings, today)
  const findings = comparison.findings.map((finding) => ({
    ...finding,
    allowed: allowed.fingerprints.has(finding.fingerprint),
  }))
  const fails = strict ? ['breaking', 'risky'] : ['breaking']
  const output: DiffOutput = {
    schemaVersion: 'lectern.check-diff.v1',
    base,
    revision,
    kind,
    failed:
      allowed.problems.length > 0 ||
      findings.some((finding) => !finding.allowed && fails.includes(finding.level)),
    problems: [...allowed.problems],
    compared: comparison.compared,
    findings,
  }
  if (json) printJson(output)
  else print(...textOfDiff(output))
  if (output.failed) {
    throw cliError('policy-failed', `${revision} does not keep what ${base} promises.`)
  }
}

function allowancesOf(file: string | undefined, cwd: string): readonly Allowance[] {
  if (file === undefined) return []
  try {
    return parseAllowances(readFileSync(resolve(cwd, file), 'utf8'), file)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') {
      throw cliError('path-not-found', `There is no file ${file}; --allow names one.`, cause)
    }
    throw cause
  }
}

function textOfDiff({ findings, compared, problems }: DiffOutput): string[] {
  const count = (level: string) => findings.filter((finding) => finding.level === level).length
  return [
    ...findings.map(
      ({ level, rule, operation, message, fingerprint, allowed }) =>
        `${allowed ? 'allowed' : level} ${rule} ${operation}: ${message} [${fingerprint}]`,
    ),
    ...problems.map((problem) => `error allowance: ${problem}`),
    `compared ${compared.operations} operations, ${compared.schemas} schemas, ${compared.properties} properties; ${count('breaking')} breaking, ${count('risky')} risky, ${count('additive')} additive`,
  ]
}
