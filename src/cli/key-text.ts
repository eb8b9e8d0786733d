import type { NewApiKey } from '../access/schema.ts'
import { cliError } from './errors.ts'
import { plain, print, printJson } from './output.ts'
import type { KeyOutput } from './schemas/keys.ts'
import { table } from './table.ts'

/** Prints a key with its secret, for a program or for a person. */
export function printKey(created: NewApiKey, json: boolean, title: string): void {
  const { id, key, scopes, expiresAt = null } = created
  if (json) {
    const output: KeyOutput = { id, key, scopes, expiresAt }
    printJson(output)
    return
  }
  print(
    `${plain(title)}`,
    '',
    `  ${key}`,
    '',
    ...table(
      [
        ['Scopes', scopes.join(', ')],
        ['Workspaces', created.workspaces?.join(', ') ?? 'every one'],
        ['Expires', dateText(expiresAt ?? undefined, 'never')],
      ],
      '  ',
    ),
    '',
    'It is shown this once and stored nowhere. Send it as: Authorization: API-Key <key>',
  )
}

/** A time for a person, in UTC. */
export const dateText = (time: number | undefined, otherwise: string): string =>
  time === undefined
    ? otherwise
    : `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** The path of the key that the operand names; refuses what cannot be an id, above all a whole key. */
export function keyPath([id = '']: readonly string[]): string {
  if (/^gm_/.test(id)) {
    throw cliError(
      'invalid-argument',
      'Name the key by its id, not by the key itself; `lectern keys list` shows the ids.',
    )
  }
  if (!/^[A-Za-z0-9_-]{1,128}$/.test(id)) {
    throw cliError(
      'invalid-argument',
      `\`${id.slice(0, 80)}\` is no key id; \`lectern keys list\` shows the ids.`,
    )
  }
  return `/v1/keys/${id}`
}
