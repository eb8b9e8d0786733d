import { nearest } from '../lib/nearest.ts'
import { parseArguments } from './arguments.ts'
import type { Command } from './command.ts'
import type { CommandName } from './commands.ts'
import { COMMANDS } from './commands.ts'
import type { CliError } from './errors.ts'
import { cliError, toCliError } from './errors.ts'
import { catchFaults } from './faults.ts'
import { LOADERS } from './loaders.ts'
import { report } from './report.ts'

/** Runs one command line and answers its exit code; whatever goes wrong is reported, nothing is thrown. */
export async function run(argv: readonly string[]): Promise<number> {
  const json = wantsJson(argv)
  catchFaults(json)
  try {
    await dispatch(argv, json)
    return 0
  } catch (thrown) {
    return report(toCliError(thrown), json)
  }
}

/** Whether the caller reads JSON, known before the command line is understood. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end < 0 ? argv : argv.slice(0, end)).includes('--json')
}

async function dispatch(argv: readonly string[], json: boolean): Promise<void> {
  const { command, rest } = findCommand(argv)
  const { operands, options } = parseArguments(command, rest)
  const target =
    options.help === true
      ? { command: byName('help'), operands: command.name.split(' '), options: {} }
      : { command, operands, options }
  // The registry is made of exactly the names that have a loader.
  const { run: call } = await LOADERS[target.command.name as CommandName]()
  await call({
    operands: target.operands,
    options: target.options,
    json,
    env: process.env,
    cwd: process.cwd(),
  })
}

function findCommand(argv: readonly string[]): { command: Command; rest: readonly string[] } {
  const [first, second] = argv
  if (first === undefined || first === '--help' || first === '-h' || first === '--json') {
    return { command: byName('help'), rest: first === '--json' ? argv : argv.slice(1) }
  }
  if (first === '--version' || first === '-v')
    return { command: byName('version'), rest: argv.slice(1) }
  for (const length of [2, 1]) {
    const name = argv.slice(0, length).join(' ')
    const command = COMMANDS.find((known) => known.name === name)
    if (command !== undefined) return { command, rest: argv.slice(length) }
  }
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${first} `))
  if (group.length > 0) {
    if (second === '--help' || second === '-h') return { command: byName('help'), rest: [first] }
    throw unknownCommand(
      second === undefined || second.startsWith('-') ? first : `${first} ${second}`,
      group.map(({ name }) => name),
    )
  }
  throw unknownCommand(first, [...new Set(COMMANDS.map(({ name }) => name.split(' ')[0] ?? name))])
}

/** The command of this name; asked only for names that the registry has. */
function byName(name: string): Command {
  const command = COMMANDS.find((known) => known.name === name)
  if (command === undefined) throw unknownCommand(name, [])
  return command
}

function unknownCommand(name: string, known: readonly string[]): CliError {
  const near = nearest(name, known)
  const isGroup = known.some((candidate) => candidate.startsWith(`${name} `))
  const hint =
    near !== undefined && !isGroup
      ? `Did you mean \`lectern ${near}\`?`
      : `There is: ${known.join(', ')}.`
  return cliError(
    'unknown-command',
    isGroup
      ? `\`lectern ${name}\` needs to be told what to do. ${hint}`
      : `There is no command \`${name.slice(0, 80)}\`. ${hint}`,
  )
}
