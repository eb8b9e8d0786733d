import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { tempDir } from '../support/app.ts'
import { CLI } from '../support/process.ts'
import { documentOf, lectern, serve } from './support/process.ts'
import { violations } from './support/schema.ts'

const failureOf = async (args: readonly string[]) => {
  const outcome = await lectern([...args, '--json'])
  const document = documentOf(outcome)
  expect(violations('error.v1', document)).toEqual([])
  const { error } = document as {
    error: { code: string; reason: string; exitCode: number; message: string }
  }
  expect(outcome.code).toBe(error.exitCode)
  expect(outcome.stderr).toBe(`lectern: ${error.message}\n`)
  return error
}

test('with JSON one line is all that stdout ever gets, and SIGTERM ends it cleanly', async () => {
  using dir = tempDir()
  await using server = await serve(['--data', dir.path])
  const response = await fetch(`${server.url}/health`)

  const began = Date.now()
  const code = await server.stop('SIGTERM')

  expect(await response.text()).toBe('ok')
  expect(code).toBe(0)
  expect(Date.now() - began).toBeLessThan(10_000)
  expect(server.output().stdout.trimEnd().split('\n')).toHaveLength(1)
  const line = JSON.parse(server.output().stdout)
  expect(violations('serve.v1', line)).toEqual([])
  expect(line).toEqual({
    url: server.url,
    dataDir: dir.path,
    capabilitiesUrl: `${server.url}/v1/capabilities`,
  })
})

test('on a start without anything said, the transcript tells where things are and what to try', async () => {
  using dir = tempDir()
  const child = spawn(process.execPath, [CLI, 'serve', '--port', '0'], {
    cwd: dir.path,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  while (!stdout.includes('Stop with Ctrl+C.')) await once(child.stdout, 'data')

  child.kill('SIGINT')
  const [code] = await once(child, 'exit')

  const [, url = ''] =
    /^Lectern \d+\.\d+\.\d+ listens on (http:\/\/127\.0\.0\.1:\d+)$/m.exec(stdout) ?? []
  expect(code).toBe(0)
  for (const expected of [
    join(dir.path, 'lectern-data'),
    'SQLite in the data directory',
    `${url}/v1/capabilities`,
    `${url}/docs`,
    'Documents and their revisions',
    '--require-auth',
    'Not in this build: compression,',
    'lectern import docs',
  ]) {
    expect(stdout).toContain(expected)
  }
})

test('a port that is taken is said in one sentence', async () => {
  using dir = tempDir()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' ? String(address?.port) : ''

  const error = await failureOf(['serve', '--data', dir.path, '--port', port])

  other.close()
  expect(error).toMatchObject({ reason: 'port-in-use', exitCode: 2 })
  expect(error.message).toContain(`Port ${port} on 127.0.0.1`)
  expect(error.message).toContain('--port')
})

test('an address that is not of this machine is said in one sentence', async () => {
  using dir = tempDir()

  const error = await failureOf([
    'serve',
    '--data',
    dir.path,
    '--host',
    '203.0.113.1',
    '--port',
    '0',
  ])

  expect(error).toMatchObject({ exitCode: 2 })
  expect(error.message).toMatch(/203\.0\.113\.1/)
})

test('an address that others reach is refused without a key, and the way to make one is shown', async () => {
  using dir = tempDir()

  const error = await failureOf(['serve', '--data', dir.path, '--host', '0.0.0.0', '--port', '0'])

  expect(error).toMatchObject({ reason: 'open-to-network', exitCode: 2 })
  expect(error.message).toContain(
    `lectern keys create --name admin --scopes admin --data ${dir.path}`,
  )
})

test('a second server on one data directory is refused and told who holds it', async () => {
  using dir = tempDir()
  await using _server = await serve(['--data', dir.path])

  const error = await failureOf(['serve', '--data', dir.path, '--port', '0'])

  expect(error.message).toContain(dir.path)
  expect(error.exitCode).toBe(3)
})

test('a data directory below a file is refused by its path, whoever runs the server', async () => {
  using dir = tempDir()
  writeFileSync(join(dir.path, 'file'), '')

  const error = await failureOf(['serve', '--data', join(dir.path, 'file', 'data'), '--port', '0'])

  expect(error.message).toContain(join(dir.path, 'file'))
  expect(error.exitCode).toBe(3)
})

test('a store that a newer release wrote is refused and left as it is', async () => {
  using dir = tempDir()
  await lectern(['keys', 'list', '--data', dir.path])
  const path = join(dir.path, 'lectern.db')
  const database = new Database(path)
  database.prepare('insert into migrations values (?, ?)').run('9999-from-the-future', 0)
  database.close()
  const before = readFileSync(path)

  const error = await failureOf(['serve', '--data', dir.path, '--port', '0'])

  expect(error).toMatchObject({ code: 'data', reason: 'store-newer', exitCode: 3 })
  expect(error.message).toContain('9999-from-the-future')
  expect(readFileSync(path)).toEqual(before)
})

test('a store that is none is refused and left as it is', async () => {
  using dir = tempDir()
  const path = join(dir.path, 'lectern.db')
  writeFileSync(path, 'This is my diary, not a database.\n'.repeat(100))
  const before = readFileSync(path)

  const error = await failureOf(['serve', '--data', dir.path, '--port', '0'])

  expect(error).toMatchObject({ code: 'data', reason: 'store-unreadable', exitCode: 3 })
  expect(error.message).toContain(path)
  expect(readFileSync(path)).toEqual(before)
})

test('a port that is free again is served after a failed start, since nothing is held on to', async () => {
  using dir = tempDir()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  await failureOf(['serve', '--data', dir.path, '--port', port])
  other.close()

  await using server = await serve(['--data', dir.path])

  expect((await fetch(`${server.url}/health`)).status).toBe(200)
})
