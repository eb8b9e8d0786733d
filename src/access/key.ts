import { timingSafeEqual } from 'node:crypto'
import { sha256Hex } from '../lib/hash.ts'
import { randomId } from '../lib/ids.ts'

/** A credential as it is shown once: `gm_<publicId>_<secret>`. */
export interface NewKey {
  readonly publicId: string
  readonly key: string
  readonly digest: string
}

/** Makes a key with 16 public and 43 secret characters (256 bits). */
export function makeKey(publicId = randomId('', 16)): NewKey {
  const key = `gm_${publicId}_${randomId('', 43)}`
  return { publicId, key, digest: sha256Hex(key) }
}

const HEADER = /^(?:API-Key|Bearer) (gm_([A-Za-z0-9]+)_[A-Za-z0-9]+)$/

/** The parts of an `Authorization` header, or undefined when it is not one of ours. */
export function parseCredential(header: string): { key: string; publicId: string } | undefined {
  const [, key, publicId] = HEADER.exec(header) ?? []
  return key === undefined || publicId === undefined ? undefined : { key, publicId }
}

/** Compares in constant time. */
export const isDigestOf = (digest: string, key: string): boolean =>
  timingSafeEqual(Buffer.from(digest), Buffer.from(sha256Hex(key)))
