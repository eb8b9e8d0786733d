import type { NewApiKey } from '../../access/schema.ts'
import type { Invocation } from '../command.ts'
import { withConnection } from '../connect.ts'
import { keyPath, printKey } from '../key-text.ts'
import { dataOf } from '../reply.ts'

/** Gives a key a new secret and prints it, this once. */
export async function run(invocation: Invocation): Promise<void> {
  const path = `${keyPath(invocation.operands)}/rotate`
  const key = await withConnection(invocation, async ({ call }) =>
    dataOf<NewApiKey>(await call('POST', path)),
  )
  printKey(
    key,
    invocation.json,
    `Key ${key.id} (${key.name}) has a new secret; the old one works no more`,
  )
}
