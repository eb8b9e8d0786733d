import type { TSchema } from '@sinclair/typebox'
import { nearest } from '../lib/nearest.ts'
import { configErrors } from './errors.ts'
import { LEAVES } from './schema.ts'
import type { Setting } from './settings.ts'
import { CLIENT_VARIABLES, SETTINGS, variableOf } from './settings.ts'

/** A value somebody gave and where: `--port`, `LECTERN_PORT`, or a file. */
export interface Given {
  readonly value: unknown
  readonly from: string
}

/** Setting path → what one source says about it. */
export type Layer = ReadonlyMap<string, Given>

export type Flags = Readonly<
  Record<string, string | boolean | readonly (string | boolean)[] | undefined>
>
export type Environment = Readonly<Record<string, string | undefined>>

/** The settings among the options of a command; options that are no settings are left alone. */
export function fromFlags(flags: Flags): Layer {
  const layer = new Map<string, Given>()
  for (const [path, { flag }] of Object.entries<Setting>(SETTINGS)) {
    const value = flag === undefined ? undefined : flags[flag]
    const leaf = LEAVES.find((candidate) => candidate.path === path)
    if (value === undefined || leaf === undefined) continue
    layer.set(path, {
      value: typeof value === 'string' ? fromText(value, leaf.schema) : value,
      from: `--${flag}`,
    })
  }
  return layer
}

/** The settings among `LECTERN_*` variables, or a refusal of one that nobody knows. Empty is not set. */
export function fromEnvironment(env: Environment): Layer {
  const leaves = new Map(LEAVES.map((leaf) => [variableOf(leaf.path), leaf]))
  const layer = new Map<string, Given>()
  for (const [name, text] of Object.entries(env)) {
    if (!name.startsWith('LECTERN_') || text === undefined || text === '') continue
    if (Object.hasOwn(CLIENT_VARIABLES, name)) continue
    const leaf = leaves.get(name)
    if (leaf === undefined) {
      throw unknown(name, 'in the environment', [
        ...leaves.keys(),
        ...Object.keys(CLIENT_VARIABLES),
      ])
    }
    layer.set(leaf.path, { value: fromText(text, leaf.schema), from: name })
  }
  return layer
}

/** The settings of a parsed configuration file, or a refusal of one that nobody knows. */
export function fromTable(table: Readonly<Record<string, unknown>>, file: string): Layer {
  const layer = new Map<string, Given>()
  for (const { path, value } of flatten(table, file)) {
    if (!LEAVES.some((leaf) => leaf.path === path)) {
      throw unknown(
        path,
        `in ${file}`,
        LEAVES.map((leaf) => leaf.path),
      )
    }
    layer.set(path, { value, from: `\`${path}\` in ${file}` })
  }
  return layer
}

function flatten(table: Readonly<Record<string, unknown>>, file: string) {
  return Object.entries(table).flatMap(([name, value]) => {
    if (name !== 'limits') return [{ path: name, value }]
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw configErrors.invalid_config({
        message: `\`limits\` in ${file} must be a table; write [limits] and one limit a line below it.`,
      })
    }
    return Object.entries(value).map(([limit, child]) => ({
      path: `limits.${limit}`,
      value: child,
    }))
  })
}

function unknown(name: string, where: string, known: readonly string[]) {
  const near = meant(name, known)
  return configErrors.unknown_setting({
    message: `There is no setting ${name} (${where}).${near === undefined ? ' `lectern help serve` and docs/reference/configuration.md list them all.' : ` Did you mean ${near}?`}`,
    details: { setting: name, ...(near === undefined ? {} : { nearest: near }) },
  })
}

// Without the common prefix, which would make every variable near every other. A part of a name is not near
// by spelling, but meant all the same: `documentBytes` for `limits.documentBytes`.
function meant(name: string, known: readonly string[]): string | undefined {
  const short = (text: string) => text.replace(/^LECTERN_/, '')
  const near = nearest(short(name), known.map(short))
  return known.find((candidate) =>
    near === undefined
      ? candidate.endsWith(`.${name}`) || candidate.startsWith(name)
      : short(candidate) === near,
  )
}

// Text becomes what the schema wants where it can; where it cannot, it stays text and is refused as such.
function fromText(text: string, schema: TSchema): unknown {
  switch (schema.type) {
    case 'integer':
      return /^-?\d+$/.test(text.trim()) ? Number(text) : text
    case 'boolean':
      return (
        ({ true: true, '1': true, false: false, '0': false } as Record<string, boolean>)[text] ??
        text
      )
    case 'array':
      return text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '')
    default:
      return text
  }
}
