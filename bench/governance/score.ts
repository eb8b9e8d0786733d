import { performance } from 'node:perf_hooks'
import { compareOpenApi } from '../../src/governance/compare/openapi.ts'
import type { Finding } from '../../src/governance/compare/types.ts'

/** A list of pairs with what their authors expect. */
export interface Manifest {
  readonly pairs: readonly Pair[]
}

interface Pair {
  readonly id: string
  readonly base: string
  readonly revision: string
  readonly expected: 'breaking' | 'additive' | 'warn'
  readonly scored: boolean
  readonly category?: string
  readonly contested?: string | null
}

/** How one corpus went. */
export interface Verdicts {
  readonly corpus: string
  readonly breaking: { readonly scored: number; readonly found: number }
  readonly additive: { readonly scored: number; readonly alarms: number; readonly strict: number }
  readonly warn: { readonly all: number; readonly flagged: number }
  readonly documents: { readonly all: number; readonly selfDiffering: number }
  readonly medianMs: number
  readonly disagreements: readonly Disagreement[]
}

interface Disagreement {
  readonly pair: Pair
  readonly counts: boolean
  readonly findings: readonly Finding[]
}

const ROUNDS = 3

/** Compares every pair of a corpus and every document with itself. */
export function scoreCorpus(
  corpus: string,
  manifest: Manifest,
  documents: ReadonlyMap<string, unknown>,
): Verdicts {
  const disagreements: Disagreement[] = []
  const times: number[] = []
  const count = { breaking: 0, found: 0, additive: 0, alarms: 0, strict: 0, warn: 0, flagged: 0 }
  for (const pair of manifest.pairs) {
    const base = documents.get(pair.base)
    const revision = documents.get(pair.revision)
    const { findings, ms } = timed(base, revision)
    times.push(ms)
    const breaking = findings.some(({ level }) => level === 'breaking')
    const flagged = breaking || findings.some(({ level }) => level === 'risky')
    if (pair.expected === 'warn') {
      count.warn += 1
      if (flagged) count.flagged += 1
      else disagreements.push({ pair, counts: true, findings })
      continue
    }
    if (breaking !== (pair.expected === 'breaking')) {
      disagreements.push({ pair, counts: pair.scored, findings })
    }
    if (!pair.scored) continue
    if (pair.expected === 'breaking') {
      count.breaking += 1
      if (breaking) count.found += 1
    } else {
      count.additive += 1
      if (breaking) count.alarms += 1
      if (flagged) count.strict += 1
    }
  }
  const selfDiffering = [...documents.values()].filter(
    (document) => compareOpenApi(document, structuredClone(document)).findings.length > 0,
  ).length
  return {
    corpus,
    breaking: { scored: count.breaking, found: count.found },
    additive: { scored: count.additive, alarms: count.alarms, strict: count.strict },
    warn: { all: count.warn, flagged: count.flagged },
    documents: { all: documents.size, selfDiffering },
    medianMs: median(times),
    disagreements,
  }
}

function timed(base: unknown, revision: unknown) {
  const times: number[] = []
  let findings: readonly Finding[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now()
    findings = compareOpenApi(base, revision).findings
    times.push(performance.now() - start)
  }
  return { findings, ms: median(times) }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** The targets that a set of scores misses, as sentences. */
export function failuresOf(scores: readonly Verdicts[]): readonly string[] {
  const sum = (pick: (score: Verdicts) => number): number =>
    scores.reduce((total, score) => total + pick(score), 0)
  const scored = sum((score) => score.breaking.scored)
  const found = sum((score) => score.breaking.found)
  const failures: string[] = []
  if (scored === 0) failures.push('no scored pair was compared')
  if (found < scored * 0.98) failures.push(`recall ${percent(found, scored)}, wanted 98 %`)
  const alarms = sum((score) => score.additive.alarms)
  if (alarms > 0) failures.push(`${alarms} false alarms, wanted none`)
  const silent = sum((score) => score.warn.all - score.warn.flagged)
  if (silent > 0) failures.push(`strict mode is silent on ${silent} warn pairs`)
  const differing = sum((score) => score.documents.selfDiffering)
  if (differing > 0) failures.push(`${differing} documents differ from themselves`)
  for (const { corpus, medianMs } of scores) {
    if (medianMs >= 2) failures.push(`${corpus}: median ${medianMs.toFixed(2)} ms, wanted under 2`)
  }
  return failures
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`
}

/** The table and the list of disagreements that a person reads. */
export function renderScore(scores: readonly Verdicts[], verbose: boolean): string {
  const lines = [
    '| corpus | breaking found | false alarms | strict alarms | warn flagged | self-equal | median |',
    '| --- | --- | --- | --- | --- | --- | --- |',
  ]
  for (const { corpus, breaking, additive, warn, documents, medianMs } of scores) {
    const equal = documents.all - documents.selfDiffering
    lines.push(
      `| ${[
        corpus,
        `${breaking.found}/${breaking.scored} (${percent(breaking.found, breaking.scored)})`,
        `${additive.alarms}/${additive.scored}`,
        `${additive.strict}/${additive.scored}`,
        `${warn.flagged}/${warn.all}`,
        `${equal}/${documents.all}`,
        `${medianMs.toFixed(2)} ms`,
      ].join(' | ')} |`,
    )
  }
  for (const { corpus, disagreements } of scores) {
    for (const { pair, counts, findings } of disagreements) {
      const kind = counts
        ? 'SCORED'
        : `unscored (${pair.contested ?? pair.category ?? 'low confidence'})`
      const said = findings.filter(({ level }) => level !== 'additive')
      lines.push('', `${corpus} ${pair.id}: expected ${pair.expected}, ${kind}`)
      for (const finding of verbose ? findings : said.slice(0, 4)) {
        lines.push(`  ${finding.level} ${finding.rule} ${finding.operation} ${finding.message}`)
      }
    }
  }
  return lines.join('\n')
}
