import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { MANIFEST_JSON } from '../../src/contracts/manifest.generated.ts'
import { CLI } from '../support/process.ts'
import { lectern } from './support/process.ts'

const dist = (path: string) => fileURLToPath(new URL(`../../dist/${path}`, import.meta.url))

test('it reads no file but its own code, and starts no process or worker', () => {
  const permission = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission'
  const own = ['cli/main.js', 'cli/output.js', 'contracts/manifest.generated.js'].map(dist)

  const { status, stdout } = spawnSync(
    process.execPath,
    [permission, ...own.map((path) => `--allow-fs-read=${path}`), CLI, 'capabilities', '--json'],
    { encoding: 'utf8', cwd: '/' },
  )

  expect(status).toBe(0)
  expect(stdout).toBe(MANIFEST_JSON)
})

test('it takes at most one and a half times what Node itself takes to start', { retry: 2 }, () => {
  const timeOf = (args: readonly string[]): number => {
    const began = performance.now()
    spawnSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    return performance.now() - began
  }
  const bare: number[] = []
  const ours: number[] = []

  // In turns, so that whatever else the machine does weighs on both.
  for (let round = 0; round < 20; round += 1) {
    bare.push(timeOf(['-e', '0']))
    ours.push(timeOf([CLI, 'capabilities', '--json']))
  }

  expect(median(ours) / median(bare)).toBeLessThanOrEqual(1.5)
})

test('for a person it is a table of what there is and how far to trust it', async () => {
  const { stdout, code } = await lectern(['capabilities'])

  expect(code).toBe(0)
  expect(stdout).toMatch(/^ {2}documents\.create +Create a document +supported/m)
  expect(stdout).toContain('What is not listed is not supported.')
})

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
