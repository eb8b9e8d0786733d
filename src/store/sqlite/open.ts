import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import type { Clock } from '../../lib/clock.ts'
import { errors } from '../errors.ts'
import { migrate } from '../migrate.ts'
import type { Db, Store } from '../store.ts'
import type { Tables } from '../tables.ts'
import { SqliteFullText } from './full-text.ts'
import { GroupCommit } from './group-commit.ts'
import { sqliteMigrations } from './migrations.ts'

/** Opens `lectern.db` in the directory, which the caller has locked, and brings it to this release's layout. */
export async function openSqlite(dataDir: string, clock: Clock): Promise<Store> {
  const path = join(dataDir, 'lectern.db')
  const connection = connect(path)
  const reader = await prepare(connection, path, clock)
  const tx = kysely(connection)
  const read = kysely(reader)
  const fullText = new SqliteFullText()
  const commits = new GroupCommit(connection, tx, fullText)
  return {
    dialect: 'sqlite',
    read,
    write: (work) => commits.write(work),
    fullText,
    ping: async () => {
      reader.prepare('select 1 from meta limit 1').get()
    },
    close: async () => {
      await commits.idle()
      await read.destroy()
      await tx.destroy()
      // Kysely closes only what it has used.
      reader.close()
      connection.close()
    },
  }
}

async function prepare(
  connection: Database.Database,
  path: string,
  clock: Clock,
): Promise<Database.Database> {
  try {
    await migrate(kysely(connection), {
      own: sqliteMigrations,
      clock,
      backup: (name) => copyTo(connection, `${path}.${name}`),
    })
    // A second connection never sees what the writer has not committed yet.
    const reader = new Database(path, { readonly: true, fileMustExist: true })
    tune(reader)
    return reader
  } catch (error) {
    connection.close()
    throw toOpenError(error, path)
  }
}

/** A whole copy under this name or none: it is made beside it, for its owner only, and takes the place of an earlier one. */
function copyTo(connection: Database.Database, path: string): void {
  const part = `${path}.new`
  rmSync(part, { force: true })
  writeFileSync(part, '', { mode: 0o600 })
  connection.prepare('vacuum into ?').run(part)
  const copy = openSync(part, 'r')
  try {
    fsyncSync(copy)
  } finally {
    closeSync(copy)
  }
  renameSync(part, path)
}

function connect(path: string): Database.Database {
  try {
    const connection = new Database(path)
    // The side files take the rights of the database.
    chmodSync(path, 0o600)
    connection.pragma('journal_mode = wal')
    connection.pragma('synchronous = full')
    connection.pragma('foreign_keys = on')
    connection.pragma('wal_autocheckpoint = 1000')
    connection.pragma('journal_size_limit = 67108864')
    tune(connection)
    return connection
  } catch (error) {
    throw toOpenError(error, path)
  }
}

function tune(connection: Database.Database): void {
  connection.pragma('busy_timeout = 5000')
  connection.pragma('cache_size = -16384')
  connection.pragma('mmap_size = 268435456')
  connection.pragma('temp_store = memory')
}

/** Most statements kept ready on one connection; the product has fewer, so this only bounds a mistake. */
const MAX_STATEMENTS = 500

/** Kysely over a connection that prepares each statement once: preparing costs more than running a point read. */
function kysely(connection: Database.Database): Db {
  const statements = new Map<string, Database.Statement>()
  const prepare = (source: string): Database.Statement => {
    const known = statements.get(source)
    if (known !== undefined) return known
    if (statements.size >= MAX_STATEMENTS) statements.clear()
    const statement = connection.prepare(source)
    statements.set(source, statement)
    return statement
  }
  const database = { prepare, close: () => void connection.close() }
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: database as never }) })
}

function toOpenError(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^SQLITE_(?:NOTADB|CORRUPT)/.test(code)) {
    return errors.store_unreadable({
      message: `${path} is damaged or not a Lectern store. Restore a backup over it, or name another data directory with --data.`,
      cause: error,
    })
  }
  if (
    /^SQLITE_(?:CANTOPEN|READONLY|PERM|IOERR)/.test(code) ||
    /directory does not exist/.test(String(error))
  ) {
    return errors.data_dir_not_writable({
      message: `${path} cannot be opened for writing. Give this user the right to, or name another data directory with --data.`,
      cause: error,
    })
  }
  return error
}
