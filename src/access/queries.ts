import type { Db } from '../store/store.ts'
import type { ApiKeyRow } from '../store/tables.ts'

export const allKeys = (db: Db) =>
  db.selectFrom('api_keys').selectAll().orderBy('created_at', 'desc').orderBy('id').execute()

export const insertKey = (tx: Db, row: ApiKeyRow) => tx.insertInto('api_keys').values(row).execute()

export const updateKey = (
  tx: Db,
  id: string,
  change: Partial<Pick<ApiKeyRow, 'digest' | 'revoked_at'>>,
) =>
  tx
    .updateTable('api_keys')
    .set(change)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

export const allWorkspaces = (db: Db) => db.selectFrom('workspaces').select('id').execute()
