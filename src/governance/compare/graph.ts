import type { Keyword } from './keyword-rules.ts'
import type { Level } from './levels.ts'
import type { RuleId } from './rules.ts'

/** A finding inside one pair of schemas, before an operation gives it a place. */
export interface RawFinding {
  readonly rule: RuleId
  readonly level: Level
  readonly keyword: Keyword | 'other'
  readonly base: string
  readonly revision: string
  readonly old: unknown
  readonly new: unknown
  /** What went wrong inside, when the finding is about a whole member. */
  readonly reason?: string
}

/** One compared pair of schemas: what it says itself and the pairs it leads to. */
export interface PairNode {
  readonly own: RawFinding[]
  readonly edges: { readonly label: string; readonly to: PairNode }[]
  /** The pairs that lead here, so that a late finding reaches them. */
  readonly parents: PairNode[]
  /** True when a finding can be reached; silent parts need not be visited. */
  speaks: boolean
}

/** A pair that nothing is known about yet. */
export function openNode(): PairNode {
  return { own: [], edges: [], parents: [], speaks: false }
}

/** Adds what one pair says. */
export function addFinding(node: PairNode, finding: RawFinding): void {
  node.own.push(finding)
  wake(node)
}

/** Makes one pair lead to another. */
export function addEdge(from: PairNode, label: string, to: PairNode): void {
  from.edges.push({ label, to })
  to.parents.push(from)
  if (to.speaks) wake(from)
}

function wake(start: PairNode): void {
  const waiting = [start]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.speaks) continue
    node.speaks = true
    for (const parent of node.parents) waiting.push(parent)
  }
}

/** Visits every pair that can be reached and leads to a finding, nearest first, each once, with the steps that lead there. */
export function reach(start: PairNode, visit: (node: PairNode, path: string) => boolean): void {
  if (!start.speaks) return
  const seen = new Set<PairNode>([start])
  const waiting: { readonly node: PairNode; readonly path: string }[] = [{ node: start, path: '' }]
  for (let index = 0; index < waiting.length; index += 1) {
    const next = waiting[index]
    if (next === undefined || !visit(next.node, next.path)) return
    for (const { label, to } of next.node.edges) {
      if (!to.speaks || seen.has(to)) continue
      seen.add(to)
      waiting.push({ node: to, path: next.path + label })
    }
  }
}

/** The nearest finding of a level that keeps a pair from holding. */
export function firstOf(start: PairNode, levels: readonly Level[]): RawFinding | undefined {
  let found: RawFinding | undefined
  reach(start, (node) => {
    found = node.own.find((finding) => levels.includes(finding.level))
    return found === undefined
  })
  return found
}

/** True when nothing breaking can be reached. */
export function holds(node: PairNode): boolean {
  return firstOf(node, ['breaking']) === undefined
}

/** True when nothing breaking or risky can be reached. */
export function isClean(node: PairNode): boolean {
  return firstOf(node, ['breaking', 'risky']) === undefined
}
