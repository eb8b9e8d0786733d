/** One option of a command; help, the reference page and the parser read the same entry. */
export interface Option {
  /** What stands for its value in help; an option without one is a switch. */
  readonly value?: string
  readonly description: string
  readonly multiple?: true
}

/** Option name without dashes → what was given. */
export type OptionValues = Readonly<
  Record<string, string | boolean | readonly string[] | undefined>
>

/** One call of a command, parsed and checked against its entry in the registry. */
export interface Invocation {
  readonly operands: readonly string[]
  readonly options: OptionValues
  readonly json: boolean
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
}

/** What a command module exports: it prints its result, or throws what the caller can act on. */
export type Run = (invocation: Invocation) => Promise<void>

/** A command as the registry knows it: data only. */
export interface Command {
  /** As typed: `import`, `keys create`. */
  readonly name: string
  readonly summary: string
  /** The operands as help shows them. */
  readonly operands?: string
  /** How many operands it takes. */
  readonly arity: readonly [least: number, most: number]
  readonly options: Readonly<Record<string, Option>>
  /** The capability that it serves. */
  readonly capability: string
  /** The schema of its `--json` output: a file name in `schemas/` without `.schema.json`. */
  readonly schema: string
}

/** The text of an option, or undefined. */
export function textOf(options: OptionValues, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}
