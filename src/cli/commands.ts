import { SETTINGS } from '../config/settings.ts'
import type { Surface } from '../contracts/inventory.ts'
import type { Command, Option } from './command.ts'

const DATA = {
  data: {
    value: 'DIR',
    description: `Data directory to work on (default: ${SETTINGS.dataDir.default}).`,
  },
  config: {
    value: 'FILE',
    description: 'Configuration file (default: lectern.toml in the data directory).',
  },
} as const satisfies Record<string, Option>

const SERVER = {
  ...DATA,
  url: { value: 'URL', description: 'Work on the server at this URL instead of a data directory.' },
  key: {
    value: 'KEY',
    description: 'Key to send; the variable LECTERN_KEY keeps it out of process lists.',
  },
} as const satisfies Record<string, Option>

const WORKSPACE = {
  workspace: { value: 'ID', description: 'Workspace to work in (default: that of the key).' },
} as const satisfies Record<string, Option>

const TABLE = [
  {
    name: 'serve',
    summary: 'Start the server',
    arity: [0, 0],
    options: {
      host: { value: 'ADDRESS', description: SETTINGS.host.description },
      port: { value: 'N', description: SETTINGS.port.description },
      data: { value: 'DIR', description: SETTINGS.dataDir.description },
      store: { value: 'URL', description: SETTINGS.store.description },
      'require-auth': { description: SETTINGS.requireAuth.description },
      'allowed-host': {
        value: 'NAME',
        multiple: true,
        description: SETTINGS.allowedHosts.description,
      },
      'allowed-origin': {
        value: 'ORIGIN',
        multiple: true,
        description: SETTINGS.allowedOrigins.description,
      },
      'log-level': { value: 'LEVEL', description: SETTINGS.logLevel.description },
      config: DATA.config,
    },
    capability: 'server.health',
    schema: 'serve.v1',
  },
  {
    name: 'capabilities',
    summary: 'Show what this build can do (its manifest)',
    arity: [0, 0],
    options: {},
    capability: 'discovery.manifest',
    schema: 'capabilities.v1',
  },
  {
    name: 'import',
    summary: 'Import Markdown and text files as documents',
    operands: '<path…>',
    arity: [1, Number.POSITIVE_INFINITY],
    options: {
      'dry-run': { description: 'Show what would be imported and write nothing.' },
      ...SERVER,
      ...WORKSPACE,
    },
    capability: 'ingest.import',
    schema: 'import.v1',
  },
  {
    name: 'search',
    summary: 'Find text in titles and bodies',
    operands: '<words…>',
    arity: [1, Number.POSITIVE_INFINITY],
    options: {
      type: {
        value: 'TYPE',
        description: 'documents, prompts, collections or all (default: all).',
      },
      limit: { value: 'N', description: 'Most hits of each type (default: 10).' },
      tags: { value: 'A,B', description: 'Only items that carry all of these tags.' },
      ...SERVER,
      ...WORKSPACE,
    },
    capability: 'search.literal',
    schema: 'search.v1',
  },
  {
    name: 'keys create',
    summary: 'Create a key; its secret is shown once',
    arity: [0, 0],
    options: {
      name: { value: 'NAME', description: 'What the key is for.' },
      scopes: { value: 'A,B', description: 'What it may do, separated by commas.' },
      workspace: {
        value: 'ID',
        multiple: true,
        description: 'Workspace that it may enter; may be repeated (default: every one).',
      },
      expires: {
        value: 'TIME',
        description:
          'When it stops working: 90d, 12h, 30m, or a date such as 2030-01-31 (default: never).',
      },
      ...SERVER,
    },
    capability: 'access.keys',
    schema: 'key.v1',
  },
  {
    name: 'keys list',
    summary: 'List the keys, without their secrets',
    arity: [0, 0],
    options: SERVER,
    capability: 'access.keys',
    schema: 'keys.v1',
  },
  {
    name: 'keys revoke',
    summary: 'Revoke a key at once and for good',
    operands: '<id>',
    arity: [1, 1],
    options: SERVER,
    capability: 'access.keys',
    schema: 'key-revoked.v1',
  },
  {
    name: 'keys rotate',
    summary: 'Give a key a new secret; the old one stops working at once',
    operands: '<id>',
    arity: [1, 1],
    options: SERVER,
    capability: 'access.keys',
    schema: 'key.v1',
  },
  {
    name: 'check',
    summary: 'Check that contracts, documents and the running server agree',
    arity: [0, 0],
    options: {
      base: {
        value: 'REF',
        description:
          'What was promised: a tag, a commit, a snapshot file, or none (default: the last release tag).',
      },
      strict: { description: 'Risky changes of stable contracts fail too.' },
      format: {
        value: 'FORMAT',
        description: 'text, json, github, sarif or junit (default: text).',
      },
    },
    capability: 'governance.check',
    schema: 'check.v1',
  },
  {
    name: 'check accept',
    summary: 'Bring snapshots and generated documents up to date, with a reason',
    arity: [0, 0],
    options: {
      reason: { value: 'TEXT', description: 'Why; it is kept in the ledger of acceptances.' },
      base: {
        value: 'REF',
        description:
          'What was promised: a tag, a commit, a snapshot file, or none (default: the last release tag).',
      },
    },
    capability: 'governance.check',
    schema: 'check-accept.v1',
  },
  {
    name: 'check diff',
    summary: 'Compare two OpenAPI documents or JSON Schemas for clients that would break',
    operands: '<base> <revision>',
    arity: [2, 2],
    options: {
      strict: { description: 'Risky changes fail too.' },
      allow: {
        value: 'FILE',
        description: 'Findings that may stay, each with a reason and a last day (TOML).',
      },
      stability: {
        description: 'Changes of operations that are marked as draft or experimental do not fail.',
      },
    },
    capability: 'governance.check',
    schema: 'check-diff.v1',
  },
  {
    name: 'doctor',
    summary: 'Examine this installation and say what to mend',
    arity: [0, 0],
    options: SERVER,
    capability: 'server.health',
    schema: 'doctor.v1',
  },
  {
    name: 'version',
    summary: 'Show the version',
    arity: [0, 0],
    options: {},
    capability: 'discovery.manifest',
    schema: 'version.v1',
  },
  {
    name: 'help',
    summary: 'Show the commands, or the help of one',
    operands: '[command]',
    arity: [0, 2],
    options: {},
    capability: 'discovery.manifest',
    schema: 'help.v1',
  },
] as const satisfies readonly Command[]

export type CommandName = (typeof TABLE)[number]['name']

/** Every command: what it is called, what it takes, what it serves. Data only; `loaders.ts` has the code. */
export const COMMANDS: readonly Command[] = TABLE

/** The commands as discovery reports them. */
export const COMMAND_SURFACES: readonly Surface[] = COMMANDS.map(({ name, capability }) => ({
  kind: 'cli',
  entryPoint: `lectern ${name}`,
  capability,
}))
