import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { parse, TomlDate, TomlError } from 'smol-toml'

/** The register, from the root of a checkout. */
export const REGISTER_PATH = 'DEPRECATIONS.toml'

const closed = { additionalProperties: false } as const
const SemVer = Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+$' })
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const Text = Type.String({ minLength: 1 })

// Literals and not a `StringEnum`: the register is checked by TypeBox itself, which knows no unsafe types.
const Surface = Type.Union([
  Type.Literal('http-endpoint'),
  Type.Literal('http-parameter'),
  Type.Literal('http-field'),
  Type.Literal('cli'),
  Type.Literal('config'),
  Type.Literal('mcp-tool'),
  Type.Literal('contract'),
  Type.Literal('capability'),
])

/** One announced removal, as a row of `DEPRECATIONS.toml`. */
export const Deprecation = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z0-9][a-z0-9-]*$', description: 'Never used again.' }),
    surface: Surface,
    subject: Text,
    announced_in: SemVer,
    announced_on: Day,
    earliest_removal: SemVer,
    sunset: Type.Optional(Day),
    replacement: Text,
    note: Type.Optional(Type.String()),
  },
  closed,
)
export type Deprecation = Static<typeof Deprecation>

const Register = Type.Object({ deprecation: Type.Optional(Type.Array(Deprecation)) }, closed)

/** A register that cannot be read; its sentence names the row and the mend. */
export class DeprecationError extends Error {
  override readonly name = 'DeprecationError'
}

/** The rows of a register, or a `DeprecationError`: an unknown key is refused like a missing one. */
export function parseDeprecations(text: string): readonly Deprecation[] {
  const register = datesAsText(parseToml(text))
  if (!Value.Check(Register, register)) {
    const [error] = [...Value.Errors(Register, register)]
    throw new DeprecationError(
      `DEPRECATIONS.toml is not a register at ${error?.path || 'its root'} (${error?.message ?? 'wrong shape'}); each row has the keys ${Object.keys(Deprecation.properties).join(', ')} and no other.`,
    )
  }
  const rows = register.deprecation ?? []
  const twice = rows.find(({ id }, at) => rows.findIndex((row) => row.id === id) !== at)
  if (twice !== undefined) {
    throw new DeprecationError(
      `DEPRECATIONS.toml uses the id ${twice.id} twice; an id is never used again, so give the later row another one.`,
    )
  }
  return rows
}

function parseToml(text: string): Record<string, unknown> {
  try {
    return parse(text)
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause
    throw new DeprecationError(
      `DEPRECATIONS.toml is not valid TOML at line ${cause.line}, column ${cause.column}; mend that line.`,
    )
  }
}

function datesAsText(value: unknown): unknown {
  if (value instanceof TomlDate) return value.toISOString()
  if (Array.isArray(value)) return value.map(datesAsText)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, datesAsText(child)]))
}

export interface Version {
  readonly major: number
  readonly minor: number
  readonly patch: number
}

/** The three numbers of a version; a pre-release suffix is ignored. */
export function parseVersion(text: string): Version {
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)\.(\d+)/.exec(text) ?? []
  return { major: Number(major ?? 0), minor: Number(minor ?? 0), patch: Number(patch ?? 0) }
}

/** Negative when `a` is the older release. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parseVersion(a), parseVersion(b)]
  return left.major - right.major || left.minor - right.minor || left.patch - right.patch
}

/** How many minor releases have come out after the one of `announcedIn`. */
export function minorsReleasedSince(announcedIn: string, released: readonly string[]): number {
  const lines = released
    .map(parseVersion)
    .filter(({ major, minor }) => compareVersions(`${major}.${minor}.0`, lineOf(announcedIn)) > 0)
    .map(({ major, minor }) => `${major}.${minor}`)
  return new Set(lines).size
}

const lineOf = (version: string): string => {
  const { major, minor } = parseVersion(version)
  return `${major}.${minor}.0`
}

/** Minor releases that lie between announcement and removal at least. */
export const NOTICE_MINORS = 2

/** The rows, or none when the text is no register; for those who only ask what it excuses. */
export function readableDeprecations(text: string): readonly Deprecation[] {
  try {
    return parseDeprecations(text)
  } catch (error) {
    if (error instanceof DeprecationError) return []
    throw error
  }
}

/**
 * Whether the two versions leave the promised notice. A removal in a later major is judged when it comes, by the
 * minors that were really released, because nobody can know them beforehand.
 */
export function leavesNotice({ announced_in, earliest_removal }: Deprecation): boolean {
  const [from, to] = [parseVersion(announced_in), parseVersion(earliest_removal)]
  return from.major === to.major ? to.minor - from.minor >= NOTICE_MINORS : to.major > from.major
}
