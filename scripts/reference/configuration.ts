import type { TSchema } from '@sinclair/typebox'
import { LEAVES } from '../../src/config/schema.ts'
import type { Setting } from '../../src/config/settings.ts'
import { CLIENT_VARIABLES, SETTINGS, variableOf } from '../../src/config/settings.ts'
import { GENERATED, markdownTable } from './markdown.ts'

/** docs/reference/configuration.md */
export function configurationPage(): string {
  const settings = LEAVES.filter(({ path }) => !path.startsWith('limits.'))
  const limits = LEAVES.filter(({ path }) => path.startsWith('limits.'))
  return `${[
    '# Configuration',
    GENERATED,
    'A setting is looked for in four places; a later one wins: its default, the configuration file, the environment, the command line. `lectern serve` needs none of them.',
    'The configuration file is TOML. It is `lectern.toml` in the data directory, or the file that `--config` (or `LECTERN_CONFIG`) names. A name that is not on this page is refused with the nearest one that is, in the file and among the variables that begin with `LECTERN_`. An empty variable counts as not set. A list in a variable is separated by commas.',
    '## Settings',
    markdownTable(
      ['Setting', 'Variable', 'Option', 'Values', 'Default', 'Meaning'],
      settings.map(({ path, schema }) => [
        `\`${path}\``,
        `\`${variableOf(path)}\``,
        optionOf(path),
        valuesOf(schema),
        `\`${JSON.stringify(schema.default)}\``,
        String(schema.description),
      ]),
    ),
    '## Limits',
    'Each is a setting in the table `[limits]` of the file.',
    markdownTable(
      ['Setting', 'Variable', 'Default', 'Meaning'],
      limits.map(({ path, schema }) => [
        `\`${path}\``,
        `\`${variableOf(path)}\``,
        `\`${schema.default}\``,
        String(schema.description),
      ]),
    ),
    '## Variables of the command line',
    'Commands that talk to a server read these; they are no settings of a server.',
    markdownTable(
      ['Variable', 'Meaning'],
      Object.entries(CLIENT_VARIABLES).map(([name, meaning]) => [`\`${name}\``, meaning]),
    ),
    '## Example',
    [
      '```toml',
      'port = 8080',
      'requireAuth = true',
      'allowedHosts = ["context.example.org"]',
      '',
      '[limits]',
      'documentBytes = 4194304',
      '```',
    ].join('\n'),
  ].join('\n\n')}\n`
}

function optionOf(path: string): string {
  const { flag } = (SETTINGS as Readonly<Record<string, Setting>>)[path] ?? {}
  return flag === undefined ? '' : `\`--${flag}\``
}

function valuesOf(schema: TSchema): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `\`${value}\``).join(', ')
  switch (schema.type) {
    case 'integer':
      return `${schema.minimum} to ${schema.maximum}`
    case 'boolean':
      return '`true`, `false`'
    case 'array':
      return 'list of texts'
    default:
      return 'text'
  }
}
