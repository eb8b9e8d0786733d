import type { Facts } from './facts.ts'

/** A file, or one generated block of a document, that is drawn from the facts and never written by hand. */
export interface Projection {
  readonly path: string
  /** The marker `generated:<block>`; a projection without one is the whole file. */
  readonly block?: string
  /** The gate that holds it to the facts. */
  readonly gate: string
  render(facts: Facts): string
}
