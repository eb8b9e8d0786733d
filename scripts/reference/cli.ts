import { COMMANDS } from '../../src/cli/commands.ts'
import { CLI_REASONS } from '../../src/cli/errors.ts'
import { exitCodes, optionsOf, spelled, usageOf } from '../../src/cli/help.ts'
import { configErrors } from '../../src/config/errors.ts'
import type { ErrorTable } from '../../src/contracts/errors.ts'
import { classOfStatus } from '../../src/contracts/errors.ts'
import { errors as instanceErrors } from '../../src/instance-errors.ts'
import { errors as storeErrors } from '../../src/store/errors.ts'
import { GENERATED, markdownTable } from './markdown.ts'

/** docs/reference/cli.md */
export function cliPage(): string {
  return `${[
    '# Command line',
    GENERATED,
    'Every command takes `--json` and then writes one JSON document to stdout that conforms to its schema; logs and messages go to stderr. `lectern help <command>` shows the same options.',
    'A command that needs a server works on the one that `--url` names, else on the data directory: through the server that runs there if one does, else by opening it for as long as the command takes.',
    '## Commands',
    markdownTable(
      ['Command', 'What it does', 'Capability', 'Schema'],
      COMMANDS.map(({ name, summary, capability, schema }) => [
        `[\`lectern ${name}\`](#lectern-${name.replace(' ', '-')})`,
        summary,
        `\`${capability}\``,
        `[\`${schema}\`](../../schemas/${schema}.schema.json)`,
      ]),
    ),
    ...COMMANDS.flatMap((command) => [
      `### lectern ${command.name}`,
      `${command.summary}.`,
      `\`\`\`\n${usageOf(command)}\n\`\`\``,
      markdownTable(
        ['Option', 'Meaning'],
        optionsOf(command).map(([name, option]) => [
          `\`${spelled(name, option)}\`${option.multiple === true ? ' (may be repeated)' : ''}`,
          option.description,
        ]),
      ),
    ]),
    '## Exit codes',
    markdownTable(
      ['Code', 'Class', 'Meaning'],
      exitCodes().map(({ code, class: name, meaning }) => [String(code), `\`${name}\``, meaning]),
    ),
    'The class decides the code. A failure is a sentence on stderr; with `--json` it is a [`lectern.error.v1`](../../schemas/error.v1.schema.json) document on stdout as well, except for `policy`, whose result stands there already:',
    `\`\`\`json\n${JSON.stringify(
      {
        schemaVersion: 'lectern.error.v1',
        error: {
          code: 'usage',
          reason: 'unknown-command',
          exitCode: 2,
          message: 'There is no command `frobnicate`.',
        },
      },
      null,
      2,
    )}\n\`\`\``,
    '## Reasons',
    'Stable: a reason is never renamed and never moves to another class. A refusal by a server keeps the reason that the server gave, with dashes for underscores.',
    markdownTable(
      ['Reason', 'Class', 'Raised when'],
      [
        ...Object.entries(CLI_REASONS).map(([reason, spec]) => [reason, spec.class, spec.raised]),
        ...rowsOf(configErrors.$table),
        ...rowsOf(instanceErrors.$table),
        ...rowsOf(storeErrors.$table),
      ].map(([reason = '', name = '', raised = '']) => [`\`${reason}\``, `\`${name}\``, raised]),
    ),
  ].join('\n\n')}\n`
}

const rowsOf = (errors: ErrorTable): string[][] =>
  Object.entries(errors).map(([reason, spec]) => [
    reason.replaceAll('_', '-'),
    spec.class ?? classOfStatus(spec.status),
    spec.message,
  ])
