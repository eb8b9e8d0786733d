import type { Db, Store } from '../store/store.ts'

const KEY = 'capabilities_epoch'

interface Epoch {
  readonly number: number
  readonly digest: string
}

/**
 * The number that grows by one whenever what this store's servers can do has changed. It is kept in the store,
 * so it survives restarts and is the same for every replica.
 */
export async function settleEpoch(store: Store, digest: string): Promise<number> {
  const stored = await readEpoch(store.read)
  if (stored?.digest === digest) return stored.number
  return store.write(async (tx) => {
    // Read again inside the transaction: another replica may have settled it meanwhile.
    const current = await readEpoch(tx)
    if (current?.digest === digest) return current.number
    const next: Epoch = { number: (current?.number ?? 0) + 1, digest }
    await tx
      .insertInto('meta')
      .values({ key: KEY, value: JSON.stringify(next) })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(next) }))
      .execute()
    return next.number
  })
}

async function readEpoch(db: Db): Promise<Epoch | undefined> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', KEY).executeTakeFirst()
  return row === undefined ? undefined : (JSON.parse(row.value) as Epoch)
}
