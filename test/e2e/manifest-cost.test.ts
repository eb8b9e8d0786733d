import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { CLI } from '../support/process.ts'

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url))
const PACKAGE = fileURLToPath(new URL('../../package.json', import.meta.url))

const [major = 0] = process.versions.node.split('.').map(Number)
const PERMISSION = major >= 24 ? '--permission' : '--experimental-permission'

/** Runs the command with only these files readable; no other file, no write, no process, no worker. */
const confined = (script: readonly string[], readable: readonly string[]) =>
  spawnSync(
    process.execPath,
    [PERMISSION, ...readable.map((path) => `--allow-fs-read=${path}`), ...script],
    {
      encoding: 'utf8',
      env: { NODE_NO_WARNINGS: '1' },
    },
  )

const OWN_CODE = [
  `${DIST}cli/main.js`,
  `${DIST}cli/output.js`,
  `${DIST}contracts/manifest.generated.js`,
  PACKAGE,
] as const

test('lectern capabilities --json reads its own three modules and nothing else', () => {
  const run = confined([CLI, 'capabilities', '--json'], OWN_CODE)

  expect(run.stderr).toBe('')
  expect(run.status).toBe(0)
  expect(JSON.parse(run.stdout).schemaVersion).toBe('lectern.capabilities.v1')
})

test('the confinement would show any other file that is read', () => {
  const run = confined([CLI, 'version', '--json'], OWN_CODE)

  expect(run.status).not.toBe(0)
  expect(run.stderr).toContain('ERR_ACCESS_DENIED')
})

test('lectern capabilities --json costs at most half as much again as starting Node', {
  retry: 2,
}, () => {
  const time = (args: readonly string[]): number => {
    const started = performance.now()
    spawnSync(process.execPath, [...args], { stdio: 'ignore' })
    return performance.now() - started
  }
  const bare: number[] = []
  const command: number[] = []

  for (let run = 0; run < 20; run += 1) {
    bare.push(time(['-e', '0']))
    command.push(time([CLI, 'capabilities', '--json']))
  }

  const median = (values: number[]) => values.sort((a, b) => a - b)[10] ?? Number.NaN
  expect(median(command) / median(bare)).toBeLessThanOrEqual(1.5)
})
