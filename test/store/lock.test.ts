import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockDataDir, readHolder } from '../../src/store/lock.ts'
import { tempDir } from '../support/app.ts'
import { lectern, serve } from '../support/process.ts'

test('a directory is held by one, who says who it is, and is free when it lets go', async () => {
  using dir = tempDir()
  const path = join(dir.path, 'made')

  const lock = await lockDataDir(path)
  lock.announce({ url: 'http://127.0.0.1:1', token: 't' })
  const holder = readHolder(path)

  expect(holder).toMatchObject({ pid: process.pid, url: 'http://127.0.0.1:1', token: 't' })
  expect(statSync(path).mode & 0o777).toBe(0o700)
  expect(statSync(join(path, 'holder.json')).mode & 0o777).toBe(0o600)
  await expect(lockDataDir(path)).rejects.toMatchObject({
    reason: 'data_dir_locked',
    message: expect.stringContaining(String(process.pid)),
  })
  lock.release()
  expect(readHolder(path)).toBeUndefined()
  expect(existsSync(join(path, 'holder.json'))).toBe(false)
  ;(await lockDataDir(path)).release()
})

test('a second server on one directory is refused and told who holds it', async () => {
  using dir = tempDir()
  await using first = await serve(['--data', dir.path])

  const second = await lectern(['serve', '--port', '0', '--data', dir.path])

  expect(second.code).toBe(3)
  expect(second.stdout).toBe('')
  expect(second.stderr).toContain(first.url)
  expect(second.stderr).toContain(String(first.child.pid))
})

test('what a killed server held is free at once', async () => {
  using dir = tempDir()
  const first = await serve(['--data', dir.path])
  const gone = once(first.child, 'close')
  first.child.kill('SIGKILL')
  await gone

  expect(readHolder(dir.path)).toBeUndefined()
  await using second = await serve(['--data', dir.path])

  expect((await fetch(`${second.url}/health/ready`)).status).toBe(200)
})

test('a directory that cannot be made is refused with a remedy', async () => {
  using dir = tempDir()
  const file = spawn('touch', [join(dir.path, 'file')])
  await once(file, 'close')

  await expect(lockDataDir(join(dir.path, 'file', 'data'))).rejects.toMatchObject({
    reason: 'data_dir_not_writable',
    message: expect.stringContaining('--data'),
  })
})

test('a server starts although commands look who holds its directory', async () => {
  using dir = tempDir()
  await using first = await serve(['--data', dir.path])
  await first[Symbol.asyncDispose]()
  let looking = true
  const looks = (async () => {
    while (looking) {
      readHolder(dir.path)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  })()

  await using second = await serve(['--data', dir.path])
  looking = false
  await looks

  expect((await fetch(`${second.url}/health/ready`)).status).toBe(200)
})

test.for(['holder.json', 'audit.jsonl'])(
  'a folder in the place of %s is refused with a remedy',
  async (name) => {
    using dir = tempDir()
    mkdirSync(join(dir.path, name))

    const run = await lectern(['serve', '--port', '0', '--data', dir.path])

    expect(run.code).toBe(3)
    expect(run.stderr).toContain('--data')
  },
)
