import type { Clock } from '../lib/clock.ts'
import { errors } from './errors.ts'
import { openSqlite } from './sqlite/open.ts'
import type { Store } from './store.ts'

export interface OpenStoreOptions {
  /** Must exist and be locked by the caller. */
  readonly dataDir: string
  /** `sqlite:`, the file in the data directory. */
  readonly url: string
  readonly clock: Clock
}

/** Opens the store of a data directory and migrates it; throws a reason of `store/errors.ts`. */
export async function openStore({ dataDir, url, clock }: OpenStoreOptions): Promise<Store> {
  if (url === 'sqlite:') return openSqlite(dataDir, clock)
  throw errors.store_unsupported()
}
