import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Checkout } from './facts.ts'

/** Reads a folder on disk; what is outside it is never read. */
export function openCheckout(root: string): Checkout {
  return {
    read: (path) => {
      try {
        return readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n')
      } catch (cause) {
        if (isMissing(cause)) return undefined
        throw cause
      }
    },
    list: (folder) => filesBelow(join(root, folder)).map((path) => toPath(relative(root, path))),
  }
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
  } catch (cause) {
    if (isMissing(cause)) return []
    throw cause
  }
}

const toPath = (path: string): string => path.split(sep).join('/')

const isMissing = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && ['ENOENT', 'ENOTDIR'].includes(String(cause.code))
