import { expect, test } from 'vitest'
import { CLI_REASONS } from '../../src/cli/errors.ts'
import { tempDir } from '../support/app.ts'
import { answering } from './support/answering.ts'
import { documentOf, lectern } from './support/process.ts'
import { violations } from './support/schema.ts'

// Literals: a reason is never renamed and never moves to another class, and codes are never renumbered.
test('the reasons of the command line keep their classes', () => {
  const classes = Object.entries(CLI_REASONS).map(([reason, spec]) => `${reason} ${spec.class}`)

  expect(classes).toEqual([
    'policy-failed policy',
    'unknown-command usage',
    'unknown-option usage',
    'invalid-argument usage',
    'path-not-found data',
    'server-unreachable data',
    'unexpected-reply data',
    'system-refused data',
    'internal internal',
  ])
})

test.for([
  [['frobnicate'], 'unknown-command', 'There is no command `frobnicate`.'],
  [['serach', 'x'], 'unknown-command', 'Did you mean `lectern search`?'],
  [['keys'], 'unknown-command', '`lectern keys` needs to be told what to do.'],
  [['keys', 'crate'], 'unknown-command', 'Did you mean `lectern keys create`?'],
  [['help', 'serv'], 'unknown-command', 'Did you mean `lectern help serve`?'],
  [['search', '--lmit', '3', 'x'], 'unknown-option', 'Did you mean --limit?'],
  [['version', '-x'], 'unknown-option', 'has no option -x'],
  [['search'], 'invalid-argument', 'Something is missing: lectern search <words…>.'],
  [['search', ' '], 'invalid-argument', 'There is nothing to search for'],
  [['search', 'x', '--limit', '-1'], 'invalid-argument', 'write --limit=-1 if that is the value'],
  [['search', 'x', '--limit=-1'], 'invalid-argument', '--limit takes a whole number from 1'],
  [['version', 'now'], 'invalid-argument', '`now` is one too many'],
  [['serve', '--port'], 'invalid-argument', '--port needs a value, but --json follows'],
  [['serve', '--require-auth=yes'], 'invalid-argument', 'is a switch and takes no value'],
  [['serve', '--port', '99999'], 'invalid-config', 'The setting port (from --port) must be'],
  [['serve', '--config', 'none.toml'], 'invalid-config', 'none.toml cannot be read (ENOENT)'],
  [['keys', 'create', '--scopes', 'admin'], 'invalid-argument', '--name NAME'],
  [['keys', 'create', '--name', 'n'], 'invalid-argument', '--scopes A,B'],
  [
    ['keys', 'create', '--name', 'n', '--scopes', 'document.read'],
    'invalid-argument',
    'Did you mean documents.read?',
  ],
  [
    ['keys', 'create', '--name', 'n', '--scopes', 'admin', '--expires', '0d'],
    'invalid-argument',
    '--expires takes 90d',
  ],
  [
    ['keys', 'create', '--name', 'n', '--scopes', 'admin', '--expires', '2001-01-01'],
    'invalid-argument',
    'is in the past',
  ],
  [['keys', 'revoke', 'gm_a_b'], 'invalid-argument', 'not by the key itself'],
  [['keys', 'revoke', 'a/b'], 'invalid-argument', '`a/b` is no key id'],
  [
    ['keys', 'list', '--url', 'ftp://x'],
    'invalid-argument',
    '--url must be an http:// or https:// address',
  ],
  [
    ['keys', 'list', '--url', 'http://u:p@x'],
    'invalid-argument',
    'A credential in --url is refused',
  ],
  [['keys', 'list', '--url', 'http://x', '--data', 'd'], 'invalid-argument', 'not both'],
  [
    ['keys', 'list', '--url', 'http://x', '--key', 'ä'],
    'invalid-argument',
    'characters that no key has',
  ],
] as const)('%o is a usage error: %s', async ([args, reason, sentence]) => {
  const outcome = await lectern([...args, '--json'])

  const document = documentOf(outcome)
  expect(violations('error.v1', document)).toEqual([])
  expect(document).toMatchObject({ error: { code: 'usage', reason, exitCode: 2 } })
  expect((document.error as { message: string }).message).toContain(sentence)
  expect(outcome.code).toBe(2)
})

test('a failure is one sentence on stderr and nothing on stdout unless JSON was asked for', async () => {
  const outcome = await lectern(['frobnicate'])

  expect(outcome).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'lectern: There is no command `frobnicate`. There is: serve, capabilities, import, search, keys, check, doctor, version, help.\n',
  })
})

test('a failure with JSON says its sentence on stderr too', async () => {
  const outcome = await lectern(['search', 'x', '--lmit', '3', '--json'])

  const { message } = documentOf(outcome).error as { message: string }
  expect(outcome.stderr).toBe(`lectern: ${message}\n`)
})

test('an unknown variable is refused with the nearest name before anything is opened', async () => {
  const outcome = await lectern(['keys', 'list', '--json'], { env: { LECTERN_PROT: '1' } })

  expect(documentOf(outcome)).toEqual({
    schemaVersion: 'lectern.error.v1',
    error: {
      code: 'usage',
      reason: 'unknown-setting',
      exitCode: 2,
      message: 'There is no setting LECTERN_PROT (in the environment). Did you mean LECTERN_PORT?',
    },
  })
  expect(outcome.code).toBe(2)
})

/** Makes the process fail in a place that nobody catches, a moment after it has started. */
const faultAfter = (ms: number) => [
  '--import',
  `data:text/javascript,setTimeout(()=>{throw new Error("canary")},${ms})`,
]

test('a fault in a place that nobody foresaw is internal, and its stack stays unseen', async () => {
  await using server = await answering(() => {})
  const args = ['search', 'x', '--url', server.url, '--json']

  const outcome = await lectern(args, { nodeArgs: faultAfter(500) })
  const asked = await lectern(args, {
    nodeArgs: faultAfter(500),
    env: { LECTERN_LOG_LEVEL: 'debug' },
  })

  expect(outcome.code).toBe(5)
  expect(violations('error.v1', documentOf(outcome))).toEqual([])
  expect(documentOf(outcome)).toMatchObject({ error: { code: 'internal', reason: 'internal' } })
  expect(outcome.stdout + outcome.stderr).not.toContain('canary')
  expect(asked.stderr).toContain('Error: canary')
  expect(asked.stdout).toBe(outcome.stdout)
})

test('a server with a fault lets go of its data and ends with 5, without a stack', async () => {
  using dir = tempDir()
  const outcome = await lectern(['serve', '--port', '0', '--json', '--data', dir.path], {
    nodeArgs: faultAfter(3000),
  })

  const next = await lectern(['keys', 'list', '--data', dir.path])

  expect(outcome.code).toBe(5)
  expect(outcome.stdout.trimEnd().split('\n')).toHaveLength(1)
  expect(outcome.stderr).not.toContain('canary')
  expect(next.code).toBe(0)
})
