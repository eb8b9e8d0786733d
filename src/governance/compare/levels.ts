/** How much a change can hurt a client that was written against the base document. */
export type Level = 'breaking' | 'risky' | 'additive'

/** The way data flows: a request comes from the client, a response goes to it. */
export type Direction = 'request' | 'response'
