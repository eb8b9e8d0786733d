import type { Facts } from './facts.ts'

/** One thing that is wrong, in a sentence that also says how to mend it. */
export interface Finding {
  readonly rule: string
  readonly severity: 'error' | 'warning' | 'info'
  /** What it is about: an operation, a file, an id. */
  readonly subject: string
  /** Where: `path`, `path:line` or `path#/json/pointer`. */
  readonly pointer?: string
  readonly message: string
}

/** What a gate looked at and found; looking at nothing is itself a failure. */
export interface Verdict {
  readonly compared: number
  readonly findings: readonly Finding[]
}

/** One rule that holds code, documents and the running server together. */
export interface Gate {
  readonly id: string
  readonly title: string
  run(facts: Facts): Verdict
}

/** A finding that fails the check. */
export const failure = (
  rule: string,
  subject: string,
  message: string,
  pointer?: string,
): Finding => ({
  rule,
  severity: 'error',
  subject,
  message,
  ...(pointer === undefined ? {} : { pointer }),
})

/** How a stale generated file or block is mended. */
export const ACCEPT = 'run `lectern check accept --reason "…"` and commit what it writes'
