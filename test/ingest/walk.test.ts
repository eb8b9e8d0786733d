import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readText, walk } from '../../src/ingest/walk.ts'
import { tempDir } from '../support/app.ts'

const MAX = 100

function write(root: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
}

async function look(root: string, ...operands: string[]) {
  const { found, skipped } = await walk(
    operands.map((path) => join(root, path)),
    MAX,
  )
  return {
    found: found.map(({ path }) => path),
    skipped: skipped.map(({ path, reason }) => `${path}: ${reason}`),
  }
}

test('a folder is looked through in code-unit order, at any depth, under its own name', async () => {
  using dir = tempDir()
  write(dir.path, {
    'docs/b.md': 'x',
    'docs/a.md': 'x',
    'docs/Z.MD': 'x',
    'docs/é.txt': 'x',
    'docs/a/b/c/deep.markdown': 'x',
    'docs/a-b.text': 'x',
  })

  expect(await look(dir.path, 'docs')).toEqual({
    found: [
      'docs/Z.MD',
      'docs/a/b/c/deep.markdown',
      'docs/a-b.text',
      'docs/a.md',
      'docs/b.md',
      'docs/é.txt',
    ],
    skipped: [],
  })
})

test('of everything left out it is said why', async () => {
  using dir = tempDir()
  write(dir.path, {
    'in/.hidden.md': 'x',
    'in/.git/config.md': 'x',
    'in/empty.md': '',
    'in/image.png': 'x',
    'in/large.md': 'x'.repeat(MAX + 1),
    'in/none': 'x',
    'in/right.md': 'x'.repeat(MAX),
  })
  symlinkSync(join(dir.path, 'in/right.md'), join(dir.path, 'in/link.md'))
  symlinkSync(join(dir.path, 'in'), join(dir.path, 'in/loop'))
  symlinkSync('nowhere', join(dir.path, 'in/broken.md'))
  execFileSync('mkfifo', [join(dir.path, 'in/pipe.md')])

  expect(await look(dir.path, 'in')).toEqual({
    found: ['in/right.md'],
    skipped: [
      'in/.git: hidden',
      'in/.hidden.md: hidden',
      'in/broken.md: symlink',
      'in/empty.md: empty',
      'in/image.png: unknown-type',
      'in/large.md: too-large',
      'in/link.md: symlink',
      'in/loop: symlink',
      'in/none: unknown-type',
      'in/pipe.md: special',
    ],
  })
})

test('what is named is taken although it is hidden or a link, and a file goes by its folder', async () => {
  using dir = tempDir()
  write(dir.path, { '.notes/a.md': 'x', 'real/b.md': 'x', 'real/.c.md': 'x' })
  symlinkSync('real', join(dir.path, 'linked'))

  expect(await look(dir.path, '.notes', 'linked', 'real/.c.md')).toEqual({
    found: ['.notes/a.md', 'linked/b.md', 'real/.c.md'],
    skipped: ['linked/.c.md: hidden'],
  })
})

test('a file goes by the same path whether it or its folder is named', async () => {
  using dir = tempDir()
  write(dir.path, { 'docs/a.md': 'x' })

  const [byFolder, byFile] = [await look(dir.path, 'docs'), await look(dir.path, 'docs/a.md')]

  expect(byFolder).toEqual({ found: ['docs/a.md'], skipped: [] })
  expect(byFile).toEqual(byFolder)
})

test('files of one name in two folders stay apart', async () => {
  using dir = tempDir()
  write(dir.path, { 'a/README.md': 'a', 'b/README.md': 'b' })

  const folders = await look(dir.path, 'a', 'b')
  const files = await look(dir.path, 'a/README.md', 'b/README.md')

  expect(folders.found).toEqual(['a/README.md', 'b/README.md'])
  expect(files.found).toEqual(['a/README.md', 'b/README.md'])
})

test('of two files that would go by one path the second is refused aloud', async () => {
  using dir = tempDir()
  write(dir.path, { 'x/docs/README.md': 'a', 'y/docs/README.md': 'b' })

  expect(await look(dir.path, 'x/docs', 'y/docs')).toEqual({
    found: ['docs/README.md'],
    skipped: ['docs/README.md: same-path'],
  })
})

test('a file that is named twice is taken once', async () => {
  using dir = tempDir()
  write(dir.path, { 'docs/a.md': 'x', 'docs/sub/b.md': 'x' })

  expect(await look(dir.path, 'docs', 'docs', 'docs/a.md', 'docs/sub')).toEqual({
    found: ['docs/a.md', 'docs/sub/b.md'],
    skipped: [],
  })
})

test('a path that is not there cannot be read', async () => {
  using dir = tempDir()

  expect((await look(dir.path, 'none.md')).skipped).toEqual([
    expect.stringMatching(/: unreadable$/),
  ])
})

test('a path that no import takes is left out before it spoils a request', async () => {
  using dir = tempDir()
  const deep = Array.from({ length: 11 }, () => 'n'.repeat(100)).join('/')
  write(dir.path, { [`d/${deep}/a.md`]: 'x' })

  expect((await look(dir.path, 'd')).skipped).toEqual([expect.stringMatching(/: path-too-long$/)])
})

test.for([
  ['text as its bytes are, BOM and line ends included', '\uFEFFa\r\nb', '\uFEFFa\r\nb'],
  ['NUL bytes', 'a\0b', 'binary'],
  ['UTF-16', Buffer.from('\uFEFFtext', 'utf16le'), 'binary'],
  ['Latin-1', Buffer.from('café', 'latin1'), 'not-utf8'],
  ['a cut character', Buffer.from('é').subarray(0, 1), 'not-utf8'],
  ['half of a surrogate pair', Buffer.from([0xed, 0xa0, 0x80]), 'not-utf8'],
] as const)('a file of %s is read or refused', async ([, content, expected]) => {
  using dir = tempDir()
  write(dir.path, { 'a.md': content })

  const text = await readText({ path: 'a.md', file: join(dir.path, 'a.md'), bytes: 1 })

  expect(typeof text === 'string' ? text : text.reason).toBe(expected)
})

test('a file that is gone by the time it is read cannot be read', async () => {
  using dir = tempDir()

  expect(await readText({ path: 'a.md', file: join(dir.path, 'a.md'), bytes: 1 })).toMatchObject({
    reason: 'unreadable',
  })
})
