import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { prepareAcceptance } from '../../governance/accept.ts'
import type { AcceptOutput } from '../../governance/schema.ts'
import { systemClock } from '../../lib/clock.ts'
import type { Invocation } from '../command.ts'
import { textOf } from '../command.ts'
import { cliError } from '../errors.ts'
import { print, printJson } from '../output.ts'
import { collectFacts, ROOT } from './check-facts.ts'

/** Brings the generated files up to date and writes down who wanted it and why; a broken promise is refused. */
export async function run({ options, env, json }: Invocation): Promise<void> {
  const reason = textOf(options, 'reason')?.trim() ?? ''
  if (reason === '') {
    throw cliError(
      'invalid-argument',
      'Say why with --reason "…"; the reason is kept in the ledger of acceptances.',
    )
  }
  const { refused, files, changed, findings } = prepareAcceptance(
    await collectFacts({ base: textOf(options, 'base') }),
    {
      reason,
      ci: (env.CI ?? '') !== '',
      today: new Date(systemClock.now()).toISOString().slice(0, 10),
    },
  )
  for (const [path, text] of files) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true })
    writeFileSync(join(ROOT, path), text)
  }
  const output: AcceptOutput = {
    schemaVersion: 'lectern.check-accept.v1',
    accepted: refused.length === 0,
    files: [...files.keys()],
    findings: [...findings],
  }
  if (json) printJson(output)
  else print(...textOfAcceptance(output, changed.length))
  if (refused.length > 0) {
    throw cliError(
      'policy-failed',
      `Nothing was accepted: ${refused.length} ${refused.length === 1 ? 'change breaks' : 'changes break'} what is promised.`,
    )
  }
}

function textOfAcceptance({ accepted, files, findings }: AcceptOutput, changed: number): string[] {
  const lines = findings.map(
    ({ severity, rule, subject, message }) => `${severity} ${rule} ${subject}: ${message}`,
  )
  if (!accepted) return lines
  if (changed === 0) return ['Everything is up to date; nothing was written.']
  return [...lines, ...files.map((path) => `wrote ${path}`)]
}
