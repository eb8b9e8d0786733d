import { nearest } from '../../lib/nearest.ts'
import type { Invocation } from '../command.ts'
import { COMMANDS } from '../commands.ts'
import { cliError } from '../errors.ts'
import { exitCodes, helpOf, optionsOf, overview, usageOf } from '../help.ts'
import { print, printJson } from '../output.ts'
import type { HelpOutput } from '../schemas/system.ts'

/** Prints the help of everything, of a group, or of one command. */
export async function run({ operands, json }: Invocation): Promise<void> {
  const asked = operands.join(' ')
  const command = COMMANDS.find(({ name }) => name === asked)
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${asked} `))
  if (asked !== '' && command === undefined && group.length === 0) {
    const near = nearest(
      asked,
      COMMANDS.map(({ name }) => name),
    )
    throw cliError(
      'unknown-command',
      `There is no command \`${asked.slice(0, 80)}\`. ${near === undefined ? '`lectern help` lists them.' : `Did you mean \`lectern help ${near}\`?`}`,
    )
  }
  const shown = asked === '' ? COMMANDS : command === undefined ? group : [command]
  if (json) return printJson(documentOf(shown))
  if (command !== undefined) return print(...helpOf(command))
  print(...overview(asked === '' ? undefined : asked))
}

const documentOf = (commands: typeof COMMANDS): HelpOutput => ({
  schemaVersion: 'lectern.help.v1',
  commands: commands.map((command) => ({
    name: command.name,
    summary: command.summary,
    usage: usageOf(command),
    capability: command.capability,
    schema: `schemas/${command.schema}.schema.json`,
    options: optionsOf(command).map(([name, { value, description, multiple }]) => ({
      name,
      description,
      ...(value === undefined ? {} : { value }),
      ...(multiple === undefined ? {} : { multiple }),
    })),
  })),
  exitCodes: exitCodes(),
})
