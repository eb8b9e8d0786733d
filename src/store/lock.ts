import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { errors } from './errors.ts'

/** Who holds a data directory and how to reach it. */
export interface Holder {
  readonly pid: number
  readonly startedAt: string
  readonly url?: string
  /** Credential for command lines that may read the directory. */
  readonly token?: string
}

export interface DataLock {
  /** Tells other command lines on this directory where the server is. */
  announce(info: { readonly url: string; readonly token: string }): void
  release(): void
}

const LOCK = 'lock.db'
const HOLDER = 'holder.json'

/**
 * Takes a data directory for this process alone, making it when it is not there. The lock is the operating system's, so
 * it ends with the process however that ends.
 */
export async function lockDataDir(dir: string): Promise<DataLock> {
  const lock = openLock(dir)
  const holder: Holder = { pid: process.pid, startedAt: new Date().toISOString() }
  try {
    writeHolder(dir, holder)
  } catch (cause) {
    lock.close()
    throw notWritable(dir, cause)
  }
  return {
    announce: (info) => writeHolder(dir, { ...holder, ...info }),
    release: () => {
      rmSync(join(dir, HOLDER), { force: true })
      lock.close()
    },
  }
}

/** The process that holds the directory now, or undefined when none does. */
export function readHolder(dir: string): Holder | undefined {
  if (!existsSync(join(dir, LOCK)) || tryLock(dir)) return undefined
  try {
    return JSON.parse(readFileSync(join(dir, HOLDER), 'utf8')) as Holder
  } catch {
    // Held, but not announced yet.
    return undefined
  }
}

function openLock(dir: string): Database.Database {
  try {
    makeDir(resolve(dir))
    return exclusive(dir, PROBE_MS)
  } catch (cause) {
    if (isBusy(cause)) throw locked(dir, cause)
    throw notWritable(dir, cause)
  }
}

/** Long enough for another command to have looked who holds the directory, which takes the lock for a moment. */
const PROBE_MS = 500

/** Node's own recursive form never ends below some system folders. */
function makeDir(dir: string): void {
  if (existsSync(dir)) return
  makeDir(dirname(dir))
  mkdirSync(dir, { mode: 0o700 })
}

function exclusive(dir: string, timeout = 0): Database.Database {
  const path = join(dir, LOCK)
  const lock = new Database(path, { timeout })
  chmodSync(path, 0o600)
  try {
    // An exclusive transaction that is never ended: the system frees it with the process.
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    throw error
  }
}

function tryLock(dir: string): boolean {
  try {
    exclusive(dir).close()
    return true
  } catch {
    return false
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')

function locked(dir: string, cause: unknown): Error {
  const holder = readHolder(dir)
  const who =
    holder === undefined
      ? 'Another process'
      : `Process ${holder.pid}${holder.url === undefined ? '' : ` (serving ${holder.url})`}, since ${holder.startedAt},`
  return errors.data_dir_locked({
    message: `${who} holds the data directory ${dir}. Stop it first, or name another with --data.`,
    details: { ...(holder === undefined ? {} : { pid: holder.pid, url: holder.url ?? null }) },
    cause,
  })
}

function writeHolder(dir: string, holder: Holder): void {
  const path = join(dir, HOLDER)
  writeFileSync(`${path}.new`, `${JSON.stringify(holder)}\n`, { mode: 0o600 })
  chmodSync(`${path}.new`, 0o600)
  renameSync(`${path}.new`, path)
}

const notWritable = (dir: string, cause: unknown): Error =>
  errors.data_dir_not_writable({
    message: `The data directory ${dir} cannot be written. Give this user the right to, or name another with --data.`,
    cause,
  })
