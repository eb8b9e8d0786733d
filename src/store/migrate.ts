import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Clock } from '../lib/clock.ts'
import { errors } from './errors.ts'
import { base } from './migrations/0001-base.ts'
import type { Db } from './store.ts'
import type { Tables } from './tables.ts'

/** One step of the layout; a released one is never changed, only followed by another. */
export interface Migration {
  readonly name: string
  up(db: Db): Promise<void>
}

interface MigrateOptions {
  /** Steps of the dialect, which run after the shared ones. */
  readonly own: readonly Migration[]
  readonly clock: Clock
  /** Copies a store that has data, before it is changed. */
  backup(name: string): void
}

const SHARED: readonly Migration[] = [base]

/** Brings a store to this release's layout in one transaction; refuses one that a newer release wrote. */
export async function migrate(db: Db, { own, clock, backup }: MigrateOptions): Promise<void> {
  await db.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .execute()
  const ledger = db as unknown as Kysely<
    Tables & { migrations: { name: string; applied_at: number } }
  >
  const applied = new Set(
    (await ledger.selectFrom('migrations').select('name').execute()).map(({ name }) => name),
  )
  const known = [...SHARED, ...own]
  const strange = [...applied].filter((name) => !known.some((migration) => migration.name === name))
  if (strange.length > 0) {
    throw errors.store_newer({
      message: `The store has the layout ${strange.join(', ')} of a newer release than this one. Run that release, or restore an older backup.`,
    })
  }
  const pending = known.filter(({ name }) => !applied.has(name))
  if (pending.length === 0) return
  if (applied.size > 0) backup(`before-${pending[0]?.name}`)
  await sql`begin immediate`.execute(db)
  try {
    for (const migration of pending) {
      await migration.up(db)
      await ledger
        .insertInto('migrations')
        .values({ name: migration.name, applied_at: clock.now() })
        .execute()
    }
    await db
      .insertInto('workspaces')
      .values({ id: 'default', name: 'Default', settings: '{}', created_at: clock.now() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    await sql`commit`.execute(db)
  } catch (error) {
    await sql`rollback`.execute(db)
    throw error
  }
}
