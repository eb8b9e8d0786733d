import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempDir } from '../support/app.ts'
import { lectern, serve } from '../support/process.ts'

const PATHS = [
  '/v1/capabilities',
  '/v1/capabilities/manifest',
  '/v1/mcp/capabilities',
  '/v1/contracts',
  '/v1/openapi.json',
] as const

test('two processes in other places, zones, languages and environments say the same bytes', async () => {
  using dir = tempDir()
  const read = async (name: string, env: Record<string, string>) => {
    const cwd = join(dir.path, name)
    mkdirSync(cwd)
    await using server = await serve([], { cwd, env })
    const replies = await Promise.all(PATHS.map((path) => fetch(server.url + path)))
    return Promise.all(
      replies.map(async (reply) => [await reply.text(), reply.headers.get('etag')] as const),
    )
  }

  const first = await read('one', {
    TZ: 'Pacific/Kiritimati',
    LANG: 'tr_TR.UTF-8',
    LC_ALL: 'tr_TR.UTF-8',
    A: '1',
    B: '2',
  })
  const second = await read('another', {
    B: '2',
    A: '1',
    TZ: 'America/Los_Angeles',
    LANG: 'C',
    LC_ALL: 'C',
  })

  expect(first).toEqual(second)
  expect(first[0]?.[0]).toContain('"contract_version":1')
})

test('the command line prints the manifest that HTTP serves, byte for byte', async () => {
  using dir = tempDir()
  await using server = await serve(['--data', dir.path])

  const [http, cli] = await Promise.all([
    fetch(`${server.url}/v1/capabilities/manifest`).then((reply) => reply.text()),
    lectern(['capabilities', '--json'], { cwd: '/' }),
  ])

  expect(cli).toEqual({ code: 0, stdout: http, stderr: '' })
})
