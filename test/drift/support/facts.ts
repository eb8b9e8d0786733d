import { collectFacts, ROOT } from '../../../src/cli/commands/check-facts.ts'
import { prepareAcceptance } from '../../../src/governance/accept.ts'
import { openHistory } from '../../../src/governance/baseline.ts'
import type { GateFinding } from '../../../src/governance/check.ts'
import { runGates } from '../../../src/governance/check.ts'
import type { Baseline, Checkout, Facts, Json } from '../../../src/governance/facts.ts'
import type { Verdict } from '../../../src/governance/gate.ts'
import { GATES } from '../../../src/governance/gates.ts'

let live: Promise<Facts> | undefined

/** The facts of this checkout and of a server that was started for them; gathered once a process. */
export function liveFacts(): Promise<Facts> {
  // A source archive has no history, and then there is no release to compare with.
  live ??= collectFacts({ base: openHistory(ROOT) === undefined ? 'none' : undefined })
  return live
}

let standing: Promise<ReadonlySet<string>> | undefined

/** The facts as they are right after `lectern check accept`, without a release before them. */
export async function cleanFacts(patch: Partial<Facts> = {}): Promise<Facts> {
  const clean = accepted({ ...(await liveFacts()), base: undefined })
  standing ??= Promise.resolve(new Set(errorsOf(clean).map(lineOf)))
  known = await standing
  return { ...clean, ...patch }
}

// What a page written by hand gets wrong now is reported by the gate's own test; a mutation is judged beside it.
let known: ReadonlySet<string> = new Set()

const errorsOf = (facts: Facts): readonly GateFinding[] =>
  runGates(facts).findings.filter(({ severity }) => severity === 'error')

const lineOf = ({ gate, rule, subject }: GateFinding): string => `${gate} ${rule} ${subject}`

/** The same facts with every generated file brought up to date in memory. */
export function accepted(facts: Facts): Facts {
  const request = { reason: 'a test', ci: false, today: '2026-01-01' }
  return withFiles(facts, prepareAcceptance(facts, request).files)
}

/** The checkout with some files replaced, or taken away where the text is undefined. */
export function withFiles(facts: Facts, files: ReadonlyMap<string, string | undefined>): Facts {
  const { checkout } = facts
  const overlay: Checkout = {
    read: (path) => (files.has(path) ? files.get(path) : checkout.read(path)),
    list: (folder) => {
      const added = [...files.keys()].filter((path) => path.startsWith(`${folder}/`))
      const paths = new Set([...checkout.list(folder), ...added])
      return [...paths].filter((path) => !files.has(path) || files.get(path) !== undefined).sort()
    },
  }
  return { ...facts, checkout: overlay }
}

/** One file changed as an editor would; the change must change something. */
export function edited(facts: Facts, path: string, edit: (text: string) => string): Facts {
  const before = facts.checkout.read(path) ?? ''
  const after = edit(before)
  if (after === before) throw new Error(`The edit of ${path} changed nothing.`)
  return withFiles(facts, new Map([[path, after]]))
}

/** One file taken away. */
export const without = (facts: Facts, path: string): Facts =>
  withFiles(facts, new Map([[path, undefined]]))

/** A deep copy of a JSON document after a change. */
export function changed(document: Json, change: (copy: Record<string, unknown>) => void): Json {
  const copy = structuredClone(document) as Record<string, unknown>
  change(copy)
  return copy
}

/** The object at a path of keys inside a document. */
export function inside(document: unknown, ...keys: readonly string[]): Record<string, unknown> {
  let node = document
  for (const key of keys) node = (node as Record<string, unknown>)[key]
  return node as Record<string, unknown>
}

/** A release that promised exactly what these facts show, with some files as they were then. */
export function releasedAs(
  facts: Facts,
  files: ReadonlyMap<string, string> = new Map(),
  version = facts.version,
): Baseline {
  return {
    ref: `v${version}`,
    sha: 'a'.repeat(40),
    version,
    read: (path) => files.get(path) ?? facts.checkout.read(path),
  }
}

/** What one gate says. */
export function verdictOf(gate: string, facts: Facts): Verdict {
  const found = GATES.find(({ id }) => id === gate)
  if (found === undefined) throw new Error(`There is no gate ${gate}.`)
  return found.run(facts)
}

/** The errors of all gates that a change made, as `gate rule subject`, and their sentences. */
export function failuresOf(facts: Facts): {
  readonly lines: string[]
  readonly messages: string[]
} {
  const errors = errorsOf(facts).filter((finding) => !known.has(lineOf(finding)))
  return { lines: errors.map(lineOf), messages: errors.map(({ message }) => message) }
}
