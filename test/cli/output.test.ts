import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.ts'
import { tempDir } from '../support/app.ts'
import { CLI } from '../support/process.ts'
import { documentOf, lectern } from './support/process.ts'
import { violations } from './support/schema.ts'

test.for([
  [['version'], 'version.v1'],
  [['--version'], 'version.v1'],
  [['help'], 'help.v1'],
  [[], 'help.v1'],
  [['help', 'keys'], 'help.v1'],
  [['keys', 'create', '--help'], 'help.v1'],
  [['capabilities'], 'capabilities.v1'],
] as const)('%o writes a document that conforms to %s and nothing else', async ([args, schema]) => {
  const outcome = await lectern([...args, '--json'])

  expect(outcome).toMatchObject({ code: 0, stderr: '' })
  expect(violations(schema, documentOf(outcome))).toEqual([])
})

test('a document with a field that its schema does not declare is found out', async () => {
  const document = documentOf(await lectern(['version', '--json']))

  expect(violations('version.v1', { ...document, surprise: 1 })).toEqual([
    ' must NOT have additional properties {"additionalProperty":"surprise"}',
  ])
})

test('help knows every command, and shows the options of each', async () => {
  const all = await lectern(['help'])

  for (const { name, options } of COMMANDS) {
    expect(all.stdout).toContain(`  ${name}`)
    const { stdout, code } = await lectern([...name.split(' '), '--help'])
    expect(code).toBe(0)
    for (const option of [...Object.keys(options), 'json', 'help']) {
      expect(stdout, name).toContain(`--${option}`)
    }
  }
})

test('search writes its hits for a program and for a person', async () => {
  using dir = tempDir()
  mkdirSync(join(dir.path, 'docs'))
  writeFileSync(
    join(dir.path, 'docs', 'tides.md'),
    '# Tides\n\nThe moon pulls the sea twice a day.\n',
  )
  const where = ['--data', join(dir.path, 'data')]
  await lectern(['import', join(dir.path, 'docs'), ...where])

  const json = await lectern(['search', 'the', 'sea', ...where, '--json'])
  const text = await lectern(['search', 'the', 'sea', ...where])
  const none = await lectern(['search', 'volcano', ...where])
  const noneJson = await lectern(['search', 'volcano', ...where, '--json'])

  expect(violations('search.v1', documentOf(json))).toEqual([])
  expect(documentOf(json)).toMatchObject({ query: 'the sea', mode: 'literal' })
  const [hit] = documentOf(json).hits as { id: string; title: string; highlight: string }[]
  expect(hit?.title).toBe('Tides')
  expect(hit?.highlight).toContain('pulls the sea twice')
  expect(text.stdout).toContain(`Tides  (document ${hit?.id})\n`)
  expect(text.stdout).toContain('pulls the sea twice')
  expect(none).toEqual({ code: 0, stdout: 'Nothing contains "volcano".\n', stderr: '' })
  expect(documentOf(noneJson).hits).toEqual([])
})

test('commands that meet on one data directory wait for each other', async () => {
  using dir = tempDir()
  const create = (name: string) =>
    lectern(['keys', 'create', '--name', name, '--scopes', 'events', '--data', dir.path, '--json'])

  const outcomes = await Promise.all(['a', 'b', 'c'].map(create))
  const listed = await lectern(['keys', 'list', '--data', dir.path, '--json'])

  expect(outcomes.map(({ code, stderr }) => `${code}${stderr}`)).toEqual(['0', '0', '0'])
  expect(documentOf(listed).keys).toHaveLength(3)
})

test('a reader that stops reading is no failure', () => {
  const { status, stderr } = spawnSync(
    'bash',
    ['-c', `set -o pipefail; "${process.execPath}" "${CLI}" capabilities --json | head -c 1`],
    { encoding: 'utf8' },
  )

  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})
