import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findBaseline, openHistory } from '../../src/governance/baseline.ts'
import { openCheckout } from '../../src/governance/checkout.ts'
import { tempDir } from '../support/app.ts'

const SNAPSHOT = 'openapi-v1.snapshot.json'

function git(root: string, ...args: readonly string[]): void {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false']
  execFileSync('git', ['-C', root, ...who, ...args], { stdio: 'ignore' })
}

function release(root: string, version: string, tag: string): void {
  writeFileSync(join(root, SNAPSHOT), JSON.stringify({ openapi: '3.1.0', info: { version } }))
  git(root, 'add', '-A')
  git(root, 'commit', '-m', version)
  git(root, 'tag', tag)
}

describe('the baseline', () => {
  test('is the last release tag and not the working tree', () => {
    using root = tempDir()
    git(root.path, 'init', '-q')
    release(root.path, '0.9.0', 'v0.9.0')
    release(root.path, '0.10.0', 'v0.10.0')
    writeFileSync(join(root.path, SNAPSHOT), '{"info":{"version":"9.9.9"}}')

    const base = findBaseline(openHistory(root.path), undefined)

    expect([base?.ref, base?.version]).toEqual(['v0.10.0', '0.10.0'])
    expect(base?.sha).toMatch(/^[0-9a-f]{40}$/)
    expect(base?.read('nothing.md')).toBeUndefined()
  })

  test('is none before the first tag, and when none is asked for', () => {
    using root = tempDir()
    git(root.path, 'init', '-q')

    const before = findBaseline(openHistory(root.path), undefined)
    release(root.path, '1.0.0', 'v1.0.0')

    expect(before).toBeUndefined()
    expect(findBaseline(openHistory(root.path), 'none')).toBeUndefined()
  })

  test('is missing, and not none, in a clone without tags of a product with releases', () => {
    using root = tempDir()
    git(root.path, 'init', '-q')

    expect(() => findBaseline(openHistory(root.path), undefined, ['1.0.0'])).toThrow(
      /git fetch --tags/,
    )
  })

  test('is not taken from a repository that only surrounds the folder', () => {
    using root = tempDir()
    git(root.path, 'init', '-q')
    release(root.path, '1.0.0', 'v1.0.0')
    mkdirSync(join(root.path, 'unpacked'))

    expect(openHistory(join(root.path, 'unpacked'))).toBeUndefined()
  })

  test('may be a commit or a snapshot file', () => {
    using root = tempDir()
    git(root.path, 'init', '-q')
    release(root.path, '1.0.0', 'v1.0.0')
    const file = join(root.path, SNAPSHOT)

    expect(findBaseline(openHistory(root.path), 'HEAD')?.version).toBe('1.0.0')
    expect(findBaseline(undefined, file)?.version).toBe('1.0.0')
    expect(findBaseline(undefined, file)?.read('CONTRACTS.md')).toBeUndefined()
  })

  test.for([
    ['a reference that is not there', 'v7.7.7', /Name another with --base, or say --base none/],
    ['nothing, outside a checkout', undefined, /Name a snapshot file with --base FILE/],
  ] as const)('%s is refused and never a pass', ([, asked, mend]) => {
    using root = tempDir()

    expect(() => findBaseline(openHistory(root.path), asked)).toThrow(mend)
  })
})

describe('a checkout', () => {
  test('reads with LF line ends, lists below a folder, and knows what is not there', () => {
    using root = tempDir()
    writeFileSync(join(root.path, 'a.md'), 'one\r\ntwo\r\n')

    const checkout = openCheckout(root.path)

    expect(checkout.read('a.md')).toBe('one\ntwo\n')
    expect(checkout.list('.')).toEqual(['a.md'])
    expect(checkout.read('b.md')).toBeUndefined()
    expect(checkout.list('b')).toEqual([])
  })
})
