import { CompareInputError } from './errors.ts'
import { Frame } from './frame.ts'
import type { PairNode } from './graph.ts'
import { openNode } from './graph.ts'
import type { Mode, Relater, Wire } from './mode.ts'
import { relateArrays } from './relate-arrays.ts'
import { relateComposition } from './relate-composition.ts'
import { relateConditions } from './relate-conditions.ts'
import { relateObjects } from './relate-objects.ts'
import { relateScalars } from './relate-scalars.ts'
import { relateTypes } from './relate-types.ts'
import { gatherUnion, relateUnions, spreadUnion } from './relate-unions.ts'
import type { View } from './view.ts'
import type { Views } from './views.ts'

const MOST_PAIRS = 400_000
const DEEPEST_CALL = 200
const MOST_VIEWS = 2 ** 24

/**
 * Answers for pairs of schemas whether every value of the subset is a value of the superset.
 *
 * Pairs under way count as holding, which is what makes recursive schemas end. Very deep pairs wait
 * for their turn instead of growing the stack; until then they count as holding too.
 */
export class Relation implements Relater {
  readonly base: Views
  readonly revision: Views
  readonly #pairs = new Map<number, PairNode>()
  readonly #waiting: Frame[] = []
  #depth = 0
  #properties = 0

  constructor(base: Views, revision: Views) {
    this.base = base
    this.revision = revision
  }

  /** How many different properties have been compared. */
  get properties(): number {
    return this.#properties
  }

  /** The node of a pair, compared on first sight. */
  relate(base: View, revision: View, mode: Mode): PairNode {
    const key = (base.id * MOST_VIEWS + revision.id) * 32 + codeOf(mode)
    const known = this.#pairs.get(key)
    if (known !== undefined) return known
    const node = openNode()
    this.#pairs.set(key, node)
    if (this.#pairs.size > MOST_PAIRS) {
      throw new CompareInputError('both', 'The schemas combine into too many pairs to compare.')
    }
    if (!mode.probe) this.#properties += base.properties.size
    const frame = new Frame(this, node, base, revision, mode)
    if (this.#depth > DEEPEST_CALL) this.#waiting.push(frame)
    else this.#enter(frame)
    if (this.#depth === 0) this.#catchUp()
    return node
  }

  #enter(frame: Frame): void {
    this.#depth += 1
    this.#compare(frame)
    this.#depth -= 1
  }

  #catchUp(): void {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      this.#enter(next)
    }
  }

  #compare(frame: Frame): void {
    relateComposition(frame)
    if (spreadUnion(frame) || gatherUnion(frame)) return
    const comparable = relateTypes(frame)
    if (!comparable) return
    relateScalars(frame)
    relateArrays(frame)
    relateObjects(frame)
    relateConditions(frame)
    relateUnions(frame)
  }
}

const WIRES: Readonly<Record<Wire, number>> = { json: 0, text: 1, value: 2, part: 3 }

/** A mode as a number below 32. */
function codeOf({ direction, wire, probe, soft }: Mode): number {
  const flags = (direction === 'request' ? 1 : 0) + (probe ? 2 : 0) + (soft ? 4 : 0)
  return flags * 4 + WIRES[wire]
}
