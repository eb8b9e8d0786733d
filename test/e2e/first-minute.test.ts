import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { tempDir } from '../support/app.ts'
import { lectern, serve } from '../support/process.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PRELOAD = pathToFileURL(join(ROOT, 'test/support/no-outbound.mjs')).href

test('a folder of Markdown is imported, found by search and discovered, without leaving the machine', async () => {
  using dir = tempDir()
  const log = join(dir.path, 'outbound.log')
  const data = join(dir.path, 'data')
  const nodeArgs = ['--import', PRELOAD]
  const env = { OUTBOUND_LOG: log }
  await using server = await serve(['--data', data], { nodeArgs, env })

  const imported = await lectern(['import', join(ROOT, 'docs'), '--data', data, '--json'], {
    nodeArgs,
    env,
  })
  const found = await fetch(
    `${server.url}/v1/search?semantic=false&q=${encodeURIComponent('EXACTLY these keys, in this order')}`,
  )
  const capabilities = await fetch(`${server.url}/v1/capabilities`)

  expect(imported).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(imported.stdout).imported.length).toBeGreaterThan(4)
  const { data: hits } = (await found.json()) as {
    data: { documents: { title: string; highlight: string }[] }
  }
  expect(hits.documents[0]?.title).toMatch(/^Capabilities contract/i)
  expect(hits.documents[0]?.highlight).toContain('exactly these keys, in this order')
  expect(capabilities.status).toBe(200)
  expect(existsSync(log) ? readFileSync(log, 'utf8') : '').toBe('')
})

test('the watch on outbound connections sees one', async () => {
  using dir = tempDir()
  const log = join(dir.path, 'outbound.log')

  const run = await lectern(['search', 'x', '--url', 'http://192.0.2.1:7431'], {
    nodeArgs: ['--import', PRELOAD],
    env: { OUTBOUND_LOG: log },
  })

  expect(run.code).not.toBe(0)
  expect(readFileSync(log, 'utf8')).toContain('192.0.2.1')
})
