/** Thrown when a document cannot be compared at all; the message is one sentence for the person who gave it. */
export class CompareInputError extends Error {
  readonly side: 'base' | 'revision' | 'both'

  constructor(side: 'base' | 'revision' | 'both', message: string) {
    super(message)
    this.name = 'CompareInputError'
    this.side = side
  }
}
