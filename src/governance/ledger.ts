import { canonicalJson } from '../lib/canonical-json.ts'
import { sha256Hex } from '../lib/hash.ts'
import type { Checkout } from './facts.ts'

export const LEDGER_PATH = 'docs/contracts/frozen.lock.json'

/** A frozen document; `chain` covers this entry and all before it, so none can be rewritten alone. */
export interface FrozenEntry {
  readonly doc: string
  readonly sha256: string
  readonly frozenIn: string
  readonly supersededBy?: string
  readonly chain: string
}

export interface Ledger {
  readonly schemaVersion: 'lectern.frozen.v1'
  readonly entries: readonly FrozenEntry[]
}

export const EMPTY_LEDGER: Ledger = { schemaVersion: 'lectern.frozen.v1', entries: [] }

/** The hash that the ledger keeps of a document, whatever its line ends. */
export const documentHash = (text: string): string => sha256Hex(text.replaceAll('\r\n', '\n'))

/** The chain value that an entry must carry after the one before it. */
export function chainOf(
  previous: string,
  { doc, sha256, frozenIn }: Omit<FrozenEntry, 'chain'>,
): string {
  // Without `supersededBy`: a newer document may be named later, and that is all that may change.
  return sha256Hex(`${previous}\n${canonicalJson({ doc, sha256, frozenIn })}`)
}

/** The ledger of a checkout or release; undefined when the file is missing or not a ledger. */
export function readLedger({ read }: Pick<Checkout, 'read'>): Ledger | undefined {
  const text = read(LEDGER_PATH)
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isLedger(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isLedger(value: unknown): value is Ledger {
  if (typeof value !== 'object' || value === null || !('entries' in value)) return false
  const { entries } = value
  return (
    Array.isArray(entries) &&
    entries.every((entry: unknown) => {
      if (typeof entry !== 'object' || entry === null) return false
      const fields = entry as Readonly<Record<string, unknown>>
      return ['doc', 'sha256', 'frozenIn', 'chain'].every((key) => typeof fields[key] === 'string')
    })
  )
}

/** The ledger with an entry for each frozen document that has none yet; nothing else changes. */
export function withNewlyFrozen(
  ledger: Ledger,
  documents: readonly string[],
  { read, version }: { readonly read: Checkout['read']; readonly version: string },
): Ledger {
  const entries = [...ledger.entries]
  for (const doc of documents) {
    const text = read(doc)
    if (text === undefined || entries.some((entry) => entry.doc === doc)) continue
    const entry = { doc, sha256: documentHash(text), frozenIn: version }
    entries.push({ ...entry, chain: chainOf(entries.at(-1)?.chain ?? '', entry) })
  }
  return { ...ledger, entries }
}
