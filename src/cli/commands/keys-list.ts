import type { ApiKey } from '../../access/schema.ts'
import { systemClock } from '../../lib/clock.ts'
import type { Invocation } from '../command.ts'
import { withConnection } from '../connect.ts'
import { dateText } from '../key-text.ts'
import { plain, print, printJson } from '../output.ts'
import { dataOf } from '../reply.ts'
import type { KeysOutput } from '../schemas/keys.ts'
import { table } from '../table.ts'

/** Prints every key, newest first, without secrets. */
export async function run(invocation: Invocation): Promise<void> {
  const keys = await withConnection(invocation, async ({ call }) =>
    dataOf<ApiKey[]>(await call('GET', '/v1/keys')),
  )
  if (invocation.json) {
    const output: KeysOutput = { schemaVersion: 'lectern.keys.v1', keys }
    return printJson(output)
  }
  if (keys.length === 0) {
    return print('There are no keys. `lectern keys create --name NAME --scopes A,B` makes one.')
  }
  print(
    ...table([
      ['ID', 'NAME', 'STATE', 'SCOPES', 'EXPIRES'],
      ...keys.map((key) => [
        key.id,
        plain(key.name),
        stateOf(key, systemClock.now()),
        key.scopes.join(','),
        dateText(key.expiresAt, 'never'),
      ]),
    ]),
  )
}

function stateOf({ revokedAt, expiresAt }: ApiKey, now: number): string {
  if (revokedAt !== undefined) return 'revoked'
  return expiresAt !== undefined && expiresAt <= now ? 'expired' : 'active'
}
