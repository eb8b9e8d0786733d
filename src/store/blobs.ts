import { sha256Hex } from '../lib/hash.ts'
import { Prepared } from './prepared.ts'
import type { Db } from './store.ts'

const insert = new Prepared<{ hash: string; content: string; bytes: number }, unknown>(
  (db, value) =>
    db
      .insertInto('blobs')
      .values({ hash: value('hash'), content: value('content'), bytes: value('bytes'), refs: 1 })
      .onConflict((conflict) =>
        conflict.column('hash').doUpdateSet((row) => ({ refs: row('blobs.refs', '+', 1) })),
      ),
)

const release = new Prepared<{ hash: string }, { refs: number }>((db, value) =>
  db
    .updateTable('blobs')
    .set((row) => ({ refs: row('refs', '-', 1) }))
    .where('hash', '=', value('hash'))
    .returning('refs'),
)

const drop = new Prepared<{ hash: string }, unknown>((db, value) =>
  db.deleteFrom('blobs').where('hash', '=', value('hash')).where('refs', '<=', 0),
)

/** Keeps a text under its SHA-256, once however many versions hold it, and counts one more holder. */
export async function holdBlob(
  tx: Db,
  content: string,
  hash = sha256Hex(content),
): Promise<string> {
  await insert.all(tx, { hash, content, bytes: Buffer.byteLength(content) })
  return hash
}

/** Counts one holder less; the text goes with its last one. */
export async function releaseBlob(tx: Db, hash: string): Promise<void> {
  const row = await release.first(tx, { hash })
  if (row !== undefined && row.refs <= 0) await drop.all(tx, { hash })
}

const again = new Prepared<{ hash: string }, unknown>((db, value) =>
  db
    .updateTable('blobs')
    .set((row) => ({ refs: row('refs', '+', 1) }))
    .where('hash', '=', value('hash')),
)

/** Counts one more holder of a text that is kept already. */
export async function holdAgain(tx: Db, hash: string): Promise<void> {
  await again.all(tx, { hash })
}
