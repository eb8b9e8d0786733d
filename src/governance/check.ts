import type { Facts } from './facts.ts'
import type { Finding } from './gate.ts'
import { failure } from './gate.ts'
import { GATES } from './gates.ts'

interface GateReport {
  readonly id: string
  readonly title: string
  readonly compared: number
  readonly passed: boolean
}

export interface GateFinding extends Finding {
  readonly gate: string
}

/** The outcome of all gates, in an order that depends on nothing but the facts. */
export interface Report {
  readonly baseline: { readonly ref: string; readonly sha: string } | null
  readonly counts: { readonly error: number; readonly warning: number; readonly info: number }
  readonly gates: readonly GateReport[]
  readonly findings: readonly GateFinding[]
}

/** Runs every gate; one that compared nothing has failed, whatever it says. */
export function runGates(facts: Facts, gates = GATES): Report {
  const outcomes = gates.map((gate) => {
    const { compared, findings } = gate.run(facts)
    const all = compared > 0 ? findings : [...findings, nothingCompared(gate.id)]
    return { gate, compared, findings: all.map((finding) => ({ ...finding, gate: gate.id })) }
  })
  const findings = outcomes.flatMap((outcome) => outcome.findings)
  const count = (severity: Finding['severity']) =>
    findings.filter((finding) => finding.severity === severity).length
  return {
    baseline: facts.base === undefined ? null : { ref: facts.base.ref, sha: facts.base.sha },
    counts: { error: count('error'), warning: count('warning'), info: count('info') },
    gates: outcomes.map((outcome) => ({
      id: outcome.gate.id,
      title: outcome.gate.title,
      compared: outcome.compared,
      passed: !outcome.findings.some(({ severity }) => severity === 'error'),
    })),
    findings,
  }
}

const nothingCompared = (gate: string): Finding =>
  failure(
    'nothing-compared',
    gate,
    `The gate ${gate} found nothing to compare, so it proves nothing; restore the files or routes that it reads.`,
  )
