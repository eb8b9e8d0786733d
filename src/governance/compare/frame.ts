import type { PairNode, RawFinding } from './graph.ts'
import { addEdge, addFinding } from './graph.ts'
import type { Keyword } from './keyword-rules.ts'
import { KEYWORD_RULES } from './keyword-rules.ts'
import type { Level } from './levels.ts'
import type { Mode, Relater } from './mode.ts'
import type { RuleId } from './rules.ts'
import { ruleText } from './rules.ts'
import type { Conj, View } from './view.ts'
import type { Views } from './views.ts'

/** What a report may add to the plain statement that a keyword fails. */
export interface Report {
  readonly sub?: unknown
  readonly sup?: unknown
  readonly level?: Level
  readonly subAt?: string
  readonly supAt?: string
  readonly reason?: string
}

/** A value that was free and no longer is: a client that sends back what it read is refused. */
const FIRST_RESTRICTION: ReadonlySet<RawFinding['keyword']> = new Set([
  'becameEnum',
  'const',
  'pattern',
])

/** One pair under comparison: who is the subset, who the superset, and how to speak about it. */
export class Frame {
  readonly relation: Relater
  readonly node: PairNode
  readonly base: View
  readonly revision: View
  readonly mode: Mode
  readonly sub: View
  readonly sup: View
  /** True when the base is the subset: requests, and probes of responses. */
  readonly baseIsSub: boolean

  constructor(relation: Relater, node: PairNode, base: View, revision: View, mode: Mode) {
    this.relation = relation
    this.node = node
    this.base = base
    this.revision = revision
    this.mode = mode
    this.baseIsSub = (mode.direction === 'request') !== mode.probe
    this.sub = this.baseIsSub ? base : revision
    this.sup = this.baseIsSub ? revision : base
  }

  get subViews(): Views {
    return this.baseIsSub ? this.relation.base : this.relation.revision
  }

  get supViews(): Views {
    return this.baseIsSub ? this.relation.revision : this.relation.base
  }

  /** Says that a keyword of the superset does not let every value of the subset through. */
  report(keyword: Keyword, report: Report = {}): void {
    this.#push(KEYWORD_RULES[keyword][this.mode.direction], keyword, report)
  }

  /** Says something that only one direction knows. */
  reportRule(rule: RuleId, report: Report = {}): void {
    this.#push(rule, 'other', report)
  }

  /** Compares two inner schemas; a missing one allows everything. */
  child(label: string, sub: Conj | undefined, sup: Conj | undefined, mode = this.mode): void {
    this.link(label, this.pair(sub, sup, mode))
  }

  /** Adds an already compared pair below this one. */
  link(label: string, to: PairNode): void {
    addEdge(this.node, label, to)
  }

  /** The node of two inner schemas without making it part of this pair. */
  pair(sub: Conj | undefined, sup: Conj | undefined, mode = this.mode): PairNode {
    const subSources = sub ?? this.#missing(this.sub)
    const supSources = sup ?? this.#missing(this.sup)
    return this.pairViews(this.subViews.of(subSources), this.supViews.of(supSources), mode)
  }

  /** The node of two views, given as subset and superset. */
  pairViews(sub: View, sup: View, mode = this.mode): PairNode {
    return this.baseIsSub
      ? this.relation.relate(sub, sup, mode)
      : this.relation.relate(sup, sub, mode)
  }

  #soften(keyword: RawFinding['keyword'], level: Level): Level {
    const softens = this.mode.soft && level === 'breaking' && !FIRST_RESTRICTION.has(keyword)
    return softens ? 'risky' : level
  }

  #missing(parent: View): Conj {
    return [{ raw: true, pointer: parent.pointer }]
  }

  #push(rule: RuleId, keyword: RawFinding['keyword'], report: Report): void {
    const subAt = report.subAt ?? this.sub.pointer
    const supAt = report.supAt ?? this.sup.pointer
    addFinding(this.node, {
      rule,
      level: this.#soften(keyword, report.level ?? ruleText(rule).level),
      keyword,
      base: this.baseIsSub ? subAt : supAt,
      revision: this.baseIsSub ? supAt : subAt,
      old: this.baseIsSub ? report.sub : report.sup,
      new: this.baseIsSub ? report.sup : report.sub,
      ...(report.reason === undefined ? {} : { reason: report.reason }),
    })
  }
}
