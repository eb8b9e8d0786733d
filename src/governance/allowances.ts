import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { parse, TomlDate, TomlError } from 'smol-toml'
import { errors } from './errors.ts'

const closed = { additionalProperties: false } as const

const Allowance = Type.Object(
  {
    fingerprint: Type.String({ pattern: '^[0-9a-f]+$' }),
    reason: Type.String({ minLength: 1 }),
    expires: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  },
  closed,
)
/** One finding that somebody has decided to live with, why, and until which day. */
export type Allowance = Static<typeof Allowance>

const File = Type.Object({ allow: Type.Array(Allowance) }, closed)

/** The rows `[[allow]]` of a file, or a parse failure that says what a row holds. */
export function parseAllowances(text: string, file: string): readonly Allowance[] {
  const value = withDatesAsText(parseToml(text, file))
  if (Value.Check(File, value)) return value.allow
  const [error] = [...Value.Errors(File, value)]
  throw errors.document_not_parsed({
    message: `${file} is no list of allowances at ${error?.path || 'its root'} (${error?.message ?? 'wrong shape'}). Each [[allow]] has fingerprint, reason and expires (a date), and nothing else.`,
  })
}

function parseToml(text: string, file: string): Readonly<Record<string, unknown>> {
  try {
    return parse(text)
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause
    throw errors.document_not_parsed({
      message: `${file} is not valid TOML at line ${cause.line}, column ${cause.column}. Mend that line.`,
      cause,
    })
  }
}

function withDatesAsText(value: unknown): unknown {
  if (value instanceof TomlDate) return value.toISOString()
  if (Array.isArray(value)) return value.map(withDatesAsText)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withDatesAsText(one)]))
}

export interface Allowed {
  readonly fingerprints: ReadonlySet<string>
  /** A sentence for each allowance that is over or that matches nothing: a list must not rot. */
  readonly problems: readonly string[]
}

/** Which of the findings are allowed on this day (`YYYY-MM-DD`). */
export function applyAllowances(
  allowances: readonly Allowance[],
  findings: readonly { readonly fingerprint: string }[],
  today: string,
): Allowed {
  const found = new Set(findings.map(({ fingerprint }) => fingerprint))
  const current = allowances.filter(({ expires }) => expires >= today)
  return {
    fingerprints: new Set(
      current.map(({ fingerprint }) => fingerprint).filter((one) => found.has(one)),
    ),
    problems: allowances.flatMap(({ fingerprint, expires }) => {
      if (expires < today) {
        return [
          `The allowance of ${fingerprint} ended on ${expires}; mend what it allowed, or decide again and set a later day.`,
        ]
      }
      if (found.has(fingerprint)) return []
      return [`The allowance of ${fingerprint} matches no finding; take it out of the file.`]
    }),
  }
}
