import type { CreateApiKey, NewApiKey } from '../../access/schema.ts'
import { SCOPE_NAMES } from '../../contracts/scopes.ts'
import { systemClock } from '../../lib/clock.ts'
import { nearest } from '../../lib/nearest.ts'
import type { Invocation, OptionValues } from '../command.ts'
import { textOf } from '../command.ts'
import { withConnection } from '../connect.ts'
import { cliError } from '../errors.ts'
import { parseExpiry } from '../expiry.ts'
import { printKey } from '../key-text.ts'
import { dataOf } from '../reply.ts'

/** Creates a key and prints it, this once. */
export async function run(invocation: Invocation): Promise<void> {
  const body = wanted(invocation.options)
  const created = await withConnection(invocation, async ({ call }) =>
    dataOf<NewApiKey>(await call('POST', '/v1/keys', { body })),
  )
  printKey(created, invocation.json, `Key ${created.id} for ${created.name}`)
}

function wanted(options: OptionValues): CreateApiKey {
  const name = textOf(options, 'name')
  if (name === undefined) {
    throw cliError('invalid-argument', 'Say what the key is for: --name NAME.')
  }
  const expires = textOf(options, 'expires')
  const workspaces = options.workspace
  return {
    name,
    scopes: scopesOf(textOf(options, 'scopes')),
    ...(Array.isArray(workspaces) ? { workspaces: [...new Set(workspaces)] } : {}),
    ...(expires === undefined ? {} : { expiresAt: parseExpiry(expires, systemClock.now()) }),
  }
}

function scopesOf(text: string | undefined): CreateApiKey['scopes'] {
  const names = [...new Set((text ?? '').split(',').map((part) => part.trim()))].filter(
    (part) => part !== '',
  )
  if (names.length === 0) {
    throw cliError(
      'invalid-argument',
      `Say what the key may do: --scopes A,B with any of ${SCOPE_NAMES.join(', ')}.`,
    )
  }
  return names.map((name) => {
    const scope = SCOPE_NAMES.find((known) => known === name)
    if (scope !== undefined) return scope
    const near = nearest(name, SCOPE_NAMES)
    throw cliError(
      'invalid-argument',
      `There is no scope \`${name.slice(0, 80)}\`. ${near === undefined ? `There is: ${SCOPE_NAMES.join(', ')}.` : `Did you mean ${near}?`}`,
    )
  })
}
