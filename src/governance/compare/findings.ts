import { canonical, compareText, shortHash } from './json.ts'
import type { Draft } from './place.ts'
import { ruleText } from './rules.ts'
import type { Finding } from './types.ts'

const LONGEST_VALUE = 80

/** Turns drafts into findings: each once, worded, fingerprinted and in a stable order. */
export function finish(drafts: readonly Draft[]): readonly Finding[] {
  const seen = new Map<string, Draft>()
  for (const draft of drafts) {
    const { rule, operation, direction, base, revision } = draft
    const key = [rule, operation, direction, base, revision, canonical([draft.old, draft.new])]
    const text = key.join('\n')
    if (!seen.has(text)) seen.set(text, draft)
  }
  return [...seen.values()].map(findingOf).sort(byPlace)
}

function findingOf(draft: Draft): Finding {
  const { rule, level, direction, operation, place, base, revision, old } = draft
  const identity = [rule, operation, direction, place, canonical(old), canonical(draft.new)]
  return {
    rule,
    level,
    direction,
    operation,
    place,
    pointer: { base, revision },
    old,
    new: draft.new,
    message: sentence(draft),
    fingerprint: shortHash(identity.join('\n')),
  }
}

function sentence(draft: Draft): string {
  const { summary } = ruleText(draft.rule)
  const change = changeText(draft.old, draft.new)
  const reason = draft.reason === undefined ? '' : ` (${draft.reason})`
  const where = draft.place === '' ? '' : `${draft.place}: `
  return `${where}${change}${summary}${reason}.`
}

function changeText(before: unknown, after: unknown): string {
  if (before === undefined && after === undefined) return ''
  return `${valueText(before)} → ${valueText(after)}; `
}

function valueText(value: unknown): string {
  if (value === undefined) return 'none'
  const text = typeof value === 'string' ? value : canonical(value)
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text
}

function byPlace(left: Finding, right: Finding): number {
  return (
    compareText(left.operation, right.operation) ||
    compareText(left.direction, right.direction) ||
    compareText(left.place, right.place) ||
    compareText(left.rule, right.rule) ||
    compareText(left.pointer.base, right.pointer.base) ||
    compareText(left.pointer.revision, right.pointer.revision) ||
    compareText(left.fingerprint, right.fingerprint)
  )
}
