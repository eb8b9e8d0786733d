import type { PairNode } from './graph.ts'
import type { Direction } from './levels.ts'
import type { View } from './view.ts'
import type { Views } from './views.ts'

/**
 * How values travel: as typed JSON, as a body of text, as one parameter or header, or as a part of
 * one whose notation the document does not settle.
 */
export type Wire = 'json' | 'text' | 'value' | 'part'

/** What is asked of a pair: the direction, the wire, and whether only the reverse is probed. */
export interface Mode {
  readonly direction: Direction
  readonly wire: Wire
  /** A probe asks the opposite question, to find harmless differences. */
  readonly probe: boolean
  /** Inside something that should not travel this way but may: a tightened restriction is only risky. */
  readonly soft: boolean
}

/** What a comparison of one pair needs from the whole. */
export interface Relater {
  readonly base: Views
  readonly revision: Views
  relate(base: View, revision: View, mode: Mode): PairNode
}
