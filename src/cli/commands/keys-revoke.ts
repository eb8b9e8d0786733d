import type { ApiKey } from '../../access/schema.ts'
import { systemClock } from '../../lib/clock.ts'
import type { Invocation } from '../command.ts'
import { withConnection } from '../connect.ts'
import { keyPath } from '../key-text.ts'
import { plain, print, printJson } from '../output.ts'
import { dataOf } from '../reply.ts'
import type { KeyRevokedOutput } from '../schemas/keys.ts'

/** Revokes one key. */
export async function run(invocation: Invocation): Promise<void> {
  const path = keyPath(invocation.operands)
  const key = await withConnection(invocation, async ({ call }) =>
    dataOf<ApiKey>(await call('DELETE', path)),
  )
  if (!invocation.json) return print(`Key ${key.id} (${plain(key.name)}) is revoked.`)
  const output: KeyRevokedOutput = {
    schemaVersion: 'lectern.key-revoked.v1',
    id: key.id,
    name: key.name,
    revokedAt: key.revokedAt ?? systemClock.now(),
  }
  printJson(output)
}
