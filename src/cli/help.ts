import { EXIT_CODES } from '../contracts/errors.ts'
import { COMMON_OPTIONS } from './arguments.ts'
import type { Command, Option } from './command.ts'
import { COMMANDS } from './commands.ts'
import { table, wrap } from './table.ts'

/** What each exit code says, for help and the reference page. */
export const EXIT_CODE_MEANINGS = {
  success: 'The command succeeded.',
  policy: 'A check that the command makes failed; its result is on stdout.',
  usage: 'The command line or the configuration is wrong.',
  data: 'The input is well formed, but what it names is not there or cannot be used now.',
  parse: 'An input could not be parsed.',
  internal: 'Lectern failed unexpectedly. This is a bug; please report it.',
} as const satisfies Record<keyof typeof EXIT_CODES | 'success', string>

/** Option → entry of a command, with those that every command has. */
export const optionsOf = (command: Command): readonly (readonly [string, Option])[] =>
  Object.entries<Option>({ ...command.options, ...COMMON_OPTIONS })

/** An option as it is typed: `--port N`. */
export const spelled = (name: string, { value }: Option): string =>
  value === undefined ? `--${name}` : `--${name} ${value}`

/** The first line of a command's help. */
export const usageOf = ({ name, operands }: Command): string =>
  `lectern ${name}${operands === undefined ? '' : ` ${operands}`} [options]`

/** The help of one command. */
export function helpOf(command: Command): string[] {
  const rows = optionsOf(command)
  const width = Math.max(...rows.map(([name, option]) => spelled(name, option).length))
  return [
    `${command.summary}.`,
    '',
    `  ${usageOf(command)}`,
    '',
    'Options',
    ...rows.flatMap(([name, option]) =>
      wrap(option.description, Math.max(30, 96 - width)).map(
        (line, index) => `  ${(index === 0 ? spelled(name, option) : '').padEnd(width)}  ${line}`,
      ),
    ),
  ]
}

/** The help of the whole program, or of the commands that begin with `group`. */
export function overview(group?: string): string[] {
  const shown = COMMANDS.filter(({ name }) => group === undefined || name.startsWith(`${group} `))
  return [
    ...(group === undefined ? ['Lectern: a self-hosted context server for AI agents.', ''] : []),
    '  lectern <command> [options]',
    '',
    'Commands',
    ...table(
      shown.map(({ name, operands, summary }) => [
        operands === undefined ? name : `${name} ${operands}`,
        summary,
      ]),
      '  ',
    ),
    '',
    '`lectern help <command>` shows the options of one. Every command takes --json.',
    ...(group === undefined
      ? [
          '',
          'Exit codes',
          ...table(
            exitCodes().map(({ code, class: name, meaning }) => [String(code), name, meaning]),
            '  ',
          ),
        ]
      : []),
  ]
}

/** Exit codes in their order, success first. */
export const exitCodes = () => [
  { code: 0, class: 'success', meaning: EXIT_CODE_MEANINGS.success },
  ...Object.entries(EXIT_CODES).map(([name, code]) => ({
    code,
    class: name,
    // Both tables have the same classes, which the compiler checks where the meanings are written.
    meaning: EXIT_CODE_MEANINGS[name as keyof typeof EXIT_CODES],
  })),
]
