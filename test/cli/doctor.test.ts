import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nodeVersion } from '../../src/cli/doctor/installation.ts'
import { tempDir } from '../support/app.ts'
import type { RunOptions } from './support/process.ts'
import { documentOf, lectern, serve } from './support/process.ts'
import { violations } from './support/schema.ts'

interface Check {
  readonly id: string
  readonly status: 'ok' | 'warn' | 'fail'
  readonly detail: string
  readonly remedy?: string
}

/** Runs doctor and holds its document to the schema, and its exit code to what the document says. */
async function examine(args: readonly string[], options?: RunOptions) {
  const outcome = await lectern(['doctor', ...args, '--json'], options)
  const document = documentOf(outcome) as unknown as { ok: boolean; checks: Check[] }
  expect(violations('doctor.v1', document)).toEqual([])
  expect(outcome.code).toBe(document.ok ? 0 : 1)
  expect(document.ok).toBe(document.checks.every(({ status }) => status !== 'fail'))
  return { outcome, checks: document.checks, statuses: statusesOf(document.checks) }
}

const statusesOf = (checks: readonly Check[]) =>
  Object.fromEntries(checks.map(({ id, status }) => [id, status]))

const detailOf = (checks: readonly Check[], id: string) =>
  checks.find((check) => check.id === id)?.detail

test('where nothing is yet all is well, and nothing is made', async () => {
  using dir = tempDir()
  const data = join(dir.path, 'data')

  const { checks, statuses } = await examine(['--data', data])

  expect(statuses).toEqual({
    node: 'ok',
    config: 'ok',
    'data-directory': 'ok',
    lock: 'ok',
    store: 'ok',
    'public-address': 'ok',
  })
  expect(detailOf(checks, 'store')).toBe('There is no store yet; the first use makes it.')
  expect(existsSync(data)).toBe(false)
})

test('a store at rest is opened and left as it was', async () => {
  using dir = tempDir()
  await lectern(['keys', 'create', '--name', 'n', '--scopes', 'admin', '--data', dir.path])
  const before = readdirSync(dir.path)

  const { checks, statuses } = await examine(['--data', dir.path])

  expect(statuses.store).toBe('ok')
  expect(detailOf(checks, 'keys')).toBe('1 of 1 keys can be used.')
  expect(readdirSync(dir.path)).toEqual(before)
})

test('a server that runs on the directory is found and asked', async () => {
  using dir = tempDir()
  await using server = await serve(['--data', dir.path])

  const { checks } = await examine(['--data', dir.path])

  expect(detailOf(checks, 'lock')).toBe(`A server runs on it at ${server.url}.`)
  expect(detailOf(checks, 'store')).toBe(`The server at ${server.url} is ready.`)
})

test('a failed check ends with 1 after the result, and no error document follows', async () => {
  using dir = tempDir()
  writeFileSync(join(dir.path, 'file'), '')

  const { outcome, checks } = await examine(['--data', join(dir.path, 'file', 'data')])

  expect(outcome.stderr).toMatch(/^lectern: 1 of \d checks failed: data-directory\.\n$/)
  expect(detailOf(checks, 'data-directory')).toContain(join(dir.path, 'file'))
})

test('a damaged store is a failed check that says what to do', async () => {
  using dir = tempDir()
  await lectern(['keys', 'list', '--data', dir.path])
  for (const name of readdirSync(dir.path)) {
    if (/^lectern\.db/.test(name)) writeFileSync(join(dir.path, name), 'no database '.repeat(1000))
  }

  const { checks, statuses } = await examine(['--data', dir.path])

  expect(statuses.store).toBe('fail')
  expect(detailOf(checks, 'store')).toMatch(/is damaged or not a Lectern store\. Restore a backup/)
})

test('a wrong setting is a failed check, and what depends on it is not guessed', async () => {
  const { outcome, checks } = await examine([], { env: { LECTERN_PORT: 'x' } })

  expect(checks.map(({ id, status }) => `${id} ${status}`)).toEqual(['node ok', 'config fail'])
  expect(outcome.code).toBe(1)
})

test('a server that would ask everybody for a key and has none is a failed check', async () => {
  using dir = tempDir()
  mkdirSync(join(dir.path, 'data'))
  writeFileSync(join(dir.path, 'data', 'lectern.toml'), 'requireAuth = true\n')
  await lectern(['keys', 'list', '--data', join(dir.path, 'data')])

  const { checks, statuses } = await examine(['--data', join(dir.path, 'data')])

  expect(statuses.keys).toBe('fail')
  expect(checks.find(({ id }) => id === 'keys')?.remedy).toContain('lectern keys create')
})

test('an address that others reach, without a name that they may use, is a warning', async () => {
  using dir = tempDir()

  const { statuses } = await examine(['--data', dir.path], { env: { LECTERN_HOST: '0.0.0.0' } })

  expect(statuses['public-address']).toBe('warn')
})

test('a server is examined from outside by its URL', async () => {
  using dir = tempDir()
  await using server = await serve(['--data', dir.path])

  const { checks, statuses } = await examine(['--url', server.url])

  expect(statuses).toEqual({ server: 'ok', capabilities: 'ok', key: 'ok', transport: 'ok' })
  expect(detailOf(checks, 'capabilities')).toMatch(
    /^lectern \d+\.\d+\.\d+, capabilities contract 1\.$/,
  )
})

test('a URL where nobody answers is a failed check', async () => {
  const { checks, statuses } = await examine(['--url', 'http://127.0.0.1:9'])

  expect(statuses).toEqual({ server: 'fail' })
  expect(detailOf(checks, 'server')).toContain('No server answers at http://127.0.0.1:9')
})

test.for([
  ['20.19.0', 'ok'],
  ['20.20.2', 'ok'],
  ['22.0.0', 'ok'],
  ['24.1.0', 'ok'],
  ['20.18.9', 'fail'],
  ['18.20.0', 'fail'],
] as const)('Node %s is %s', ([version, status]) => {
  expect(nodeVersion(version).status).toBe(status)
})
