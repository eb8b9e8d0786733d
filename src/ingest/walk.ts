import type { Dirent } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'
import { formatOf } from './formats.ts'

/** A file that will be taken in; `path` is relative to what was named, with forward slashes. */
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
  symlink: 'Links are not followed.',
  special: 'It is neither a file nor a folder.',
  'too-large': 'It is larger than a document may be.',
  empty: 'It is empty.',
  'not-utf8': 'Its bytes are not UTF-8.',
  binary: 'It holds NUL bytes, as no text does.',
  unreadable: 'It cannot be read.',
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

  const visit = async (file: string, path: string, named: boolean): Promise<void> => {
    const stats = await lstat(file).catch(() => undefined)
    if (stats === undefined) return void skipped.push(skip(path, 'unreadable'))
    if (!named && basename(file).startsWith('.')) return void skipped.push(skip(path, 'hidden'))
    if (stats.isSymbolicLink()) return void skipped.push(skip(path, 'symlink'))
    if (stats.isDirectory()) return visitAll(file, path)
    if (!stats.isFile()) return void skipped.push(skip(path, 'special'))
    if (formatOf(file) === undefined) return void skipped.push(skip(path, 'unknown-type'))
    if (stats.size > maxBytes) return void skipped.push(skip(path, 'too-large'))
    if (stats.size === 0) return void skipped.push(skip(path, 'empty'))
    found.push({ path, file, bytes: stats.size })
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
    const isFolder = (await lstat(file).catch(() => undefined))?.isDirectory() === true
    await visit(
      file,
      isFolder ? '' : relative(resolve(file, '..'), file).split(sep).join('/'),
      true,
    )
  }
  return { found, skipped }
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
