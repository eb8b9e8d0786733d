import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { tempDir } from '../support/app.ts'
import { CLI, serve } from '../support/process.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...['docs/guides', 'docs/explanation'].flatMap((dir) =>
    readdirSync(join(ROOT, dir))
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${dir}/${file}`),
  ),
]

/** Commands that run the whole suite or install: that they exist is checked, CI runs them. */
const WHOLE = /^npm (ci|test|start|run [a-z:]+)( && npm (test|start|run [a-z:]+))*$/
/** Shown to be copied and edited, or they change the checkout: their help is run instead. */
const EDITS_THE_CHECKOUT = /^npx lectern check accept /

function commandsOf(page: string): string[] {
  const blocks = readFileSync(join(ROOT, page), 'utf8').matchAll(/```bash\n([\s\S]*?)```/g)
  return [...blocks].flatMap(([, block = '']) =>
    block
      .replace(/\\\n\s*/g, ' ')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#')),
  )
}

test.for(PAGES)('every command on %s works', async (page) => {
  using dir = tempDir()
  await using server = await serve(['--data', dir.path], { cwd: ROOT })
  const scripts = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts as Record<
    string,
    string
  >

  for (const command of commandsOf(page)) {
    if (WHOLE.test(command)) {
      for (const [, name] of command.matchAll(/npm (?:run )?([a-z:]+)/g)) {
        if (name !== 'ci') expect(Object.keys(scripts), command).toContain(name)
      }
      continue
    }
    const { code, stderr } = await shell(command, server.url, dir.path)
    expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: '' })
  }
})

test('the pages show commands at all', () => {
  expect(PAGES.flatMap(commandsOf).length).toBeGreaterThan(12)
})

/** Runs a line as the reader would, against the server and data directory of this test. */
async function shell(command: string, url: string, data: string) {
  const line = EDITS_THE_CHECKOUT.test(command)
    ? 'npx lectern check --help'
    : command
        .replaceAll('http://127.0.0.1:7431', url)
        .replace(/^curl /, 'curl --silent --show-error --fail ')
  const child = spawn(
    'bash',
    ['-c', line.replaceAll('npx lectern', `"${process.execPath}" "${CLI}"`)],
    {
      cwd: ROOT,
      env: { ...process.env, LECTERN_DATA_DIR: data },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const [code] = await once(child, 'close')
  return { code, stderr }
}
