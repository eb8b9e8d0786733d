import { parseArgs } from 'node:util'
import { nearest } from '../lib/nearest.ts'
import type { Command, OptionValues } from './command.ts'
import { cliError } from './errors.ts'

/** Options that every command has. */
export const COMMON_OPTIONS = {
  json: { description: 'Write one JSON document to stdout instead of text.' },
  help: { description: 'Show the help of this command.' },
} as const

export interface ParsedArguments {
  readonly operands: readonly string[]
  readonly options: OptionValues
}

/** The rest of the command line against the command's entry; refuses what the entry does not know. */
export function parseArguments(command: Command, rest: readonly string[]): ParsedArguments {
  const known = new Map(Object.entries({ ...command.options, ...COMMON_OPTIONS }))
  const { tokens } = parseArgs({
    args: [...rest],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: {
      ...Object.fromEntries(
        [...known].map(([name, option]) => [
          name,
          { type: 'value' in option ? ('string' as const) : ('boolean' as const) },
        ]),
      ),
      help: { type: 'boolean', short: 'h' },
    },
  })
  const operands: string[] = []
  const options: Record<string, string | boolean | string[]> = {}
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value)
    if (token.kind !== 'option') continue
    const option = known.get(token.name)
    if (option === undefined) throw unknownOption(command, token.rawName, [...known.keys()])
    if (!('value' in option)) {
      if (token.value !== undefined) {
        throw cliError(
          'invalid-argument',
          `The option ${token.rawName} is a switch and takes no value.`,
        )
      }
      options[token.name] = true
      continue
    }
    const value = valueIn(token, String(option.value))
    const before = options[token.name]
    options[token.name] =
      'multiple' in option ? [...(Array.isArray(before) ? before : []), value] : value
  }
  if (options.help !== true) checkArity(command, operands)
  return { operands, options }
}

interface OptionToken {
  readonly rawName: string
  readonly value: string | undefined
  readonly inlineValue: boolean | undefined
}

function valueIn({ rawName, value, inlineValue }: OptionToken, placeholder: string): string {
  if (value === undefined || value === '') {
    throw cliError(
      'invalid-argument',
      `The option ${rawName} needs a value: ${rawName} ${placeholder}.`,
    )
  }
  if (inlineValue !== true && value.startsWith('-') && value.length > 1) {
    throw cliError(
      'invalid-argument',
      `The option ${rawName} needs a value, but ${value} follows; write ${rawName}=${value} if that is the value.`,
    )
  }
  return value
}

function unknownOption(command: Command, rawName: string, known: readonly string[]) {
  const near = nearest(rawName.replace(/^-+/, ''), known)
  const hint =
    near === undefined
      ? `\`lectern help ${command.name}\` lists what there is.`
      : `Did you mean --${near}?`
  return cliError('unknown-option', `\`lectern ${command.name}\` has no option ${rawName}. ${hint}`)
}

function checkArity(
  { name, operands, arity: [least, most] }: Command,
  given: readonly string[],
): void {
  const usage = `lectern ${name}${operands === undefined ? '' : ` ${operands}`}`
  if (given.length < least) {
    throw cliError('invalid-argument', `Something is missing: ${usage}.`)
  }
  const extra = given[most]
  if (extra !== undefined) {
    throw cliError('invalid-argument', `\`${extra}\` is one too many: ${usage}.`)
  }
}
