import { randomBytes } from 'node:crypto'

/** An unguessable id (126 random bits) of `[A-Za-z0-9]` after the prefix. */
export function randomId(prefix: string, length = 21): string {
  let id = prefix
  // Base64 without its two symbols: ids go into paths unescaped and must not begin with a dash.
  while (id.length < prefix.length + length) {
    id += randomBytes(length).toString('base64').replace(/[+/=]/g, '')
  }
  return id.slice(0, prefix.length + length)
}
