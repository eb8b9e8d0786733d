import type { Facts, ReasonFact } from '../facts.ts'
import { renderTable } from '../markdown.ts'
import type { Projection } from '../projection.ts'

const ERRORS_PATH = 'docs/reference/errors.md'

const kebab = (reason: string): string => reason.replaceAll('_', '-')

const code = (text: string | number): string => `\`${text}\``

const byReason = (a: ReasonFact, b: ReasonFact): number =>
  a.reason < b.reason ? -1 : a.reason > b.reason ? 1 : a.owner < b.owner ? -1 : 1

function httpTable(reasons: readonly ReasonFact[], exitCodes: Facts['exitCodes']): string {
  return renderTable(
    ['Reason', 'Status', 'On the command line', 'Exit code', 'Declared by', 'What it says'],
    reasons.map((entry) => [
      code(entry.reason),
      String(entry.status),
      code(kebab(entry.reason)),
      String(exitCodes[entry.class]),
      entry.owner,
      entry.message,
    ]),
  )
}

function cliTable(reasons: readonly ReasonFact[], exitCodes: Facts['exitCodes']): string {
  return renderTable(
    ['Reason', 'Class', 'Exit code', 'Declared by', 'What it says'],
    reasons.map((entry) => [
      code(kebab(entry.reason)),
      code(entry.class),
      String(exitCodes[entry.class]),
      entry.owner,
      entry.message,
    ]),
  )
}

function page({ reasons, exitCodes }: Facts): string {
  const of = (seen: ReasonFact['seen']) =>
    reasons.filter((entry) => entry.seen === seen).sort(byReason)
  return `# Errors

<!-- Written by \`lectern check accept\` from the source; change it there. -->

Every refusal carries one stable reason. A reason is never renamed, never moved to another status or class, and never
used again for something else.

## Over HTTP

The body is one of two envelopes; which one a route uses is decided by its contract. Context Repo routes and unknown
paths answer with the nested one, and the reason stands there in upper case too; all others answer with the flat one.
A message may be more exact than the sentence below; \`details\` then names the field, the limit or the nearest name.

${httpTable(of('http'), exitCodes)}

## On the command line

A failing command ends with the exit code of its class, writes its message to stderr and, with \`--json\`, the
\`lectern.error.v1\` document to stdout. Reasons of a server appear in the spelling of the third column above.

${renderTable(
  ['Class', 'Exit code'],
  Object.entries(exitCodes).map(([name, value]) => [code(name), String(value)]),
)}

${cliTable(of('cli'), exitCodes)}
`
}

/** The reference of every error reason. */
export const errorsReference: Projection = {
  path: ERRORS_PATH,
  gate: 'errors-reference',
  render: page,
}
