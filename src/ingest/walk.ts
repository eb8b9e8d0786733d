import type { Dirent, Stats } from 'node:fs'
import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { formatOf } from './formats.ts'
import { MAX_PATH } from './schema.ts'

/**
 * A file that will be taken in. `path`, with forward slashes, begins with the name of the folder that was named or that
 * holds the file named: so README.md of one folder never becomes a revision of another folder's, in this run or a later.
 */
export interface FoundFile {
  readonly path: string
  readonly file: string
  readonly bytes: number
}

export interface Skipped {
  readonly path: string
  readonly reason: SkipReason
  readonly message: string
}

/** Why a file is left out. */
export const SKIP_REASONS = {
  'unknown-type': 'Files of this type are not taken in.',
  hidden: 'Hidden files and folders are left out.',
  symlink: 'Links inside a folder are not followed.',
  special: 'It is neither a file nor a folder.',
  'too-large': 'It is larger than a document may be.',
  empty: 'It is empty.',
  'not-utf8': 'Its bytes are not UTF-8.',
  binary: 'It holds NUL bytes, as no text does.',
  unreadable: 'It cannot be read.',
  'path-too-long': 'Its path is longer than an import takes.',
  'same-path':
    'Another file of this run goes by the same path. Import the folder that holds both instead.',
} as const

export type SkipReason = keyof typeof SKIP_REASONS

export const skip = (path: string, reason: SkipReason): Skipped => ({
  path,
  reason,
  message: SKIP_REASONS[reason],
})

/** Looks through files and folders, in the same order wherever it runs; says of each entry left out why. */
export async function walk(roots: readonly string[], maxBytes: number) {
  const found: FoundFile[] = []
  const skipped: Skipped[] = []
  const taken = new Set<string>()
  const seen = new Set<string>()

  const visit = async (file: string, path: string, named: boolean): Promise<void> => {
    // Someone who names a link means what it leads to; one met on the way could lead out of the folder.
    const stats = await (named ? stat(file) : lstat(file)).catch(() => undefined)
    const reason = stats === undefined ? 'unreadable' : reasonOf(file, path, stats, named, maxBytes)
    if (stats?.isDirectory() && reason === undefined) return visitAll(file, path)
    const real = await realpath(file).catch(() => file)
    // Named twice, or inside a folder that is named as well: once is enough.
    if (seen.has(real)) return
    // What is left out as hidden or a link may still be named itself.
    if (reason !== 'symlink' && reason !== 'hidden') seen.add(real)
    if (reason !== undefined) return void skipped.push(skip(path, reason))
    if (taken.has(path)) return void skipped.push(skip(path, 'same-path'))
    taken.add(path)
    found.push({ path, file, bytes: stats?.size ?? 0 })
  }
  const visitAll = async (dir: string, path: string): Promise<void> => {
    const entries: Dirent[] | undefined = await readdir(dir, { withFileTypes: true }).catch(
      () => undefined,
    )
    if (entries === undefined) return void skipped.push(skip(path, 'unreadable'))
    const names = entries.map(({ name }) => name).sort((a, b) => (a < b ? -1 : 1))
    for (const name of names)
      await visit(join(dir, name), path === '' ? name : `${path}/${name}`, false)
  }

  for (const root of roots) {
    const file = resolve(root)
    const isFolder = (await stat(file).catch(() => undefined))?.isDirectory() === true
    const base = isFolder ? dirname(file) : dirname(dirname(file))
    await visit(file, relative(base, file).split(sep).join('/'), true)
  }
  return { found, skipped }
}

function reasonOf(
  file: string,
  path: string,
  stats: Stats,
  named: boolean,
  maxBytes: number,
): SkipReason | undefined {
  if (!named && basename(file).startsWith('.')) return 'hidden'
  if (stats.isSymbolicLink()) return 'symlink'
  if (stats.isDirectory()) return undefined
  if (!stats.isFile()) return 'special'
  if (formatOf(file) === undefined) return 'unknown-type'
  if (stats.size > maxBytes) return 'too-large'
  if (stats.size === 0) return 'empty'
  return path.length > MAX_PATH ? 'path-too-long' : undefined
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of a file exactly as its bytes are, or why it is left out. */
export async function readText({ file, path }: FoundFile): Promise<string | Skipped> {
  const bytes = await readFile(file).catch(() => undefined)
  if (bytes === undefined) return skip(path, 'unreadable')
  if (bytes.includes(0)) return skip(path, 'binary')
  try {
    return utf8.decode(bytes)
  } catch {
    return skip(path, 'not-utf8')
  }
}
