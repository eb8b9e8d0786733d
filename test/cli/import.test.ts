import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { tempDir } from '../support/app.ts'
import type { Finished } from '../support/process.ts'
import { documentOf, lectern, serve } from './support/process.ts'
import { violations } from './support/schema.ts'

interface Report {
  readonly dryRun: boolean
  readonly imported: readonly {
    path: string
    title: string
    bytes: number
    outcome: string
    id?: string
  }[]
  readonly skipped: readonly { path: string; reason: string }[]
  readonly failed: readonly { path: string; reason: string; message: string }[]
}

function write(root: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
}

/** What `--json` printed, held to its published schema. */
function reportOf(outcome: Finished): Report {
  const document = documentOf(outcome)
  expect(violations('import.v1', document)).toEqual([])
  return document as unknown as Report
}

const outcomes = ({ imported }: Report) => imported.map(({ path, outcome }) => `${path} ${outcome}`)
const reasonOf = (outcome: Finished) => (documentOf(outcome).error as { reason: string }).reason

const WAYS = {
  'in its own process': async (data: string) => ({ where: ['--data', data], server: undefined }),
  'through the server that runs on the data directory': async (data: string) => ({
    where: ['--data', data],
    server: await serve(['--data', data]),
  }),
  'through a URL': async (data: string) => {
    const server = await serve(['--data', data])
    return { where: ['--url', server.url], server }
  },
} as const

test.for(Object.entries(WAYS))('a folder is imported and imported again %s', async ([, open]) => {
  using dir = tempDir()
  write(dir.path, { 'docs/a.md': '# Ä title', 'docs/sub/b.txt': 'text', 'docs/c.png': 'x' })
  const { where, server } = await open(join(dir.path, 'data'))
  const run = (...more: string[]) =>
    lectern(['import', 'docs', ...where, '--json', ...more], { cwd: dir.path })

  const dry = await run('--dry-run')
  const first = await run()
  const again = await run()
  write(dir.path, { 'docs/a.md': '# New title' })
  const changed = await run()
  const found = await lectern(['search', 'new title', ...where, '--json'])
  await server?.stop()

  for (const outcome of [dry, first, again, changed]) {
    expect(outcome).toMatchObject({ code: 0, stderr: '' })
  }
  expect(reportOf(dry)).toMatchObject({
    dryRun: true,
    imported: [
      { path: 'docs/a.md', title: 'Ä title', bytes: 10, outcome: 'found' },
      { path: 'docs/sub/b.txt', title: 'b', bytes: 4, outcome: 'found' },
    ],
    skipped: [{ path: 'docs/c.png', reason: 'unknown-type' }],
  })
  expect(outcomes(reportOf(first))).toEqual(['docs/a.md created', 'docs/sub/b.txt created'])
  expect(outcomes(reportOf(again))).toEqual(['docs/a.md unchanged', 'docs/sub/b.txt unchanged'])
  expect(outcomes(reportOf(changed))).toEqual(['docs/a.md updated', 'docs/sub/b.txt unchanged'])
  expect(reportOf(changed).imported[0]?.id).toBe(reportOf(first).imported[0]?.id)
  expect(found.stdout).toContain('New title')
})

test('a dry run makes no data directory and needs no server', async () => {
  using dir = tempDir()
  write(dir.path, { 'a.md': 'x' })

  const { code } = await lectern(
    ['import', 'a.md', '--dry-run', '--url', 'http://127.0.0.1:9', '--json'],
    { cwd: dir.path },
  )

  expect(code).toBe(0)
})

test('a key is sent to a server that asks for one', async () => {
  using dir = tempDir()
  write(dir.path, { 'a.md': 'x' })
  const data = join(dir.path, 'data')
  await using server = await serve(['--data', data, '--require-auth'])
  const keyFor = async (scopes: string) =>
    String(
      documentOf(
        await lectern([
          ...['keys', 'create', '--name', 'k', '--scopes', scopes, '--data', data, '--json'],
        ]),
      ).key,
    )
  const run = async (...more: string[]) =>
    lectern(['import', 'a.md', '--url', server.url, '--json', ...more], { cwd: dir.path })

  const none = await run()
  const weak = await run('--key', await keyFor('documents.read'))
  const right = await run('--key', await keyFor('documents.write'))

  expect([none.code, reasonOf(none)]).toEqual([2, 'unauthorized'])
  expect([weak.code, reasonOf(weak)]).toEqual([2, 'forbidden'])
  expect(outcomes(reportOf(right))).toHaveLength(1)
})

test('a file that the server refuses ends with 1, and the rest is imported', async () => {
  using dir = tempDir()
  write(dir.path, { 'in/a.md': 'x', 'in/b.md': 'x'.repeat(5000), 'in/c.md': 'x' })
  const env = { LECTERN_LIMITS_DOCUMENT_BYTES: '4096' }
  await using server = await serve(['--data', join(dir.path, 'data')], { env })

  const outcome = await lectern(['import', 'in', '--url', server.url, '--json'], { cwd: dir.path })

  const report = reportOf(outcome)
  expect(outcome.code).toBe(1)
  expect(outcomes(report)).toEqual(['in/a.md created', 'in/c.md created'])
  expect(report.failed).toMatchObject([{ path: 'in/b.md', reason: 'payload-too-large' }])
})

test('a server that takes little at once gets smaller requests, and a file too large for any fails alone', async () => {
  using dir = tempDir()
  for (let at = 0; at < 20; at += 1) write(dir.path, { [`in/${at}.md`]: `${at}`.repeat(1000) })
  write(dir.path, { 'in/large.md': 'x'.repeat(9000) })
  const env = { LECTERN_LIMITS_BODY_BYTES: '8192', LECTERN_LIMITS_DOCUMENT_BYTES: '4096' }
  await using server = await serve(['--data', join(dir.path, 'data')], { env })

  const outcome = await lectern(['import', 'in', '--url', server.url, '--json'], { cwd: dir.path })

  const report = reportOf(outcome)
  expect(outcome.code).toBe(1)
  expect(report.imported).toHaveLength(20)
  expect(report.failed.map(({ path }) => path)).toEqual(['in/large.md'])
})

test('files of one name in two folders are both imported; two of one path are not, aloud', async () => {
  using dir = tempDir()
  write(dir.path, {
    'a/README.md': 'a',
    'b/README.md': 'b',
    'x/docs/README.md': 'x',
    'y/docs/README.md': 'y',
  })
  const run = (...operands: string[]) =>
    lectern(['import', ...operands, '--data', join(dir.path, 'data'), '--json'], { cwd: dir.path })

  const apart = await run('a', 'b')
  const clash = await run('x/docs', 'y/docs')

  expect(apart.code).toBe(0)
  expect(outcomes(reportOf(apart))).toEqual(['a/README.md created', 'b/README.md created'])
  expect(clash.code).toBe(1)
  expect(outcomes(reportOf(clash))).toEqual(['docs/README.md created'])
  expect(reportOf(clash).failed).toMatchObject([{ path: 'docs/README.md', reason: 'same-path' }])
})

test('a path that is not there ends with 3 before anything is written', async () => {
  using dir = tempDir()
  write(dir.path, { 'a.md': 'x' })
  const data = join(dir.path, 'data')

  const missing = await lectern(['import', 'a.md', 'none', '--data', data, '--json'], {
    cwd: dir.path,
  })
  const after = await lectern(['import', 'a.md', '--data', data, '--json'], { cwd: dir.path })

  expect([missing.code, reasonOf(missing)]).toEqual([3, 'path-not-found'])
  expect(reportOf(after).imported[0]?.outcome).toBe('created')
})

test('a run over nothing that can be taken in says so and ends with 0', async () => {
  using dir = tempDir()
  mkdirSync(join(dir.path, 'empty'))
  write(dir.path, { 'bad/latin.md': Buffer.from('café', 'latin1'), 'bad/nul.txt': 'a\0' })
  const where = ['--data', join(dir.path, 'data')]

  const empty = await lectern(['import', 'empty', ...where], { cwd: dir.path })
  const bad = await lectern(['import', 'bad', ...where, '--json'], { cwd: dir.path })

  expect(empty).toMatchObject({ code: 0, stderr: '' })
  expect(empty.stdout).toContain('0 files')
  expect(bad.code).toBe(0)
  expect(reportOf(bad).skipped).toMatchObject([
    { path: 'bad/latin.md', reason: 'not-utf8' },
    { path: 'bad/nul.txt', reason: 'binary' },
  ])
})

test('over a hundred files and several megabytes go in several requests', async () => {
  using dir = tempDir()
  for (let at = 0; at < 230; at += 1) write(dir.path, { [`in/${at}.md`]: `# ${at}` })
  for (const name of ['p', 'q', 'r']) {
    write(dir.path, { [`in/${name}.md`]: `${name} "\n\u0001`.repeat(400_000) })
  }

  const outcome = await lectern(['import', 'in', '--data', join(dir.path, 'data'), '--json'], {
    cwd: dir.path,
  })

  expect(outcome.code).toBe(0)
  expect(reportOf(outcome).imported).toHaveLength(233)
})

test('a person is told in words, with control characters made harmless', async () => {
  using dir = tempDir()
  write(dir.path, { 'in/a.md': '# Title \u001b[31mred', 'in/\u001b[31m.png': 'x' })

  const { stdout, code } = await lectern(['import', 'in', '--dry-run'], { cwd: dir.path })

  expect(code).toBe(0)
  expect(stdout).toContain('1 file would be imported; nothing was written.')
  expect(stdout).toContain('Files of this type are not taken in.')
  expect(stdout).not.toContain('\u001b')
})
