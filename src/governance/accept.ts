import { REGISTER_PATH, readableDeprecations } from '../contracts/deprecations.ts'
import { sha256Hex } from '../lib/hash.ts'
import { errors } from './errors.ts'
import type { Facts, Json } from './facts.ts'
import type { Finding } from './gate.ts'
import { compatFindings } from './gates/compat.ts'
import { frozen } from './gates/frozen.ts'
import { buildInventory, readInventory } from './inventory.ts'
import { EMPTY_LEDGER, LEDGER_PATH, readLedger, withNewlyFrozen } from './ledger.ts'
import { SNAPSHOT_PATH } from './projections/snapshot.ts'
import { renderAll } from './projections.ts'
import { brokenPromises } from './promises.ts'

const ACCEPTED_PATH = 'docs/contracts/accepted.jsonl'

/** What an acceptance is told, and what it may know of its surroundings. */
export interface AcceptRequest {
  readonly reason: string
  /** Whether the variable `CI` is set. */
  readonly ci: boolean
  /** `YYYY-MM-DD`. */
  readonly today: string
}

/** What an acceptance writes: nothing is on disk yet. */
export interface Acceptance {
  /** Changes that break a promise; while there is one, there are no files. */
  readonly refused: readonly Finding[]
  readonly files: ReadonlyMap<string, string>
  /** Paths that change, without the ledger of acceptances itself. */
  readonly changed: readonly string[]
  /** What it accepts, for the person who decides. */
  readonly findings: readonly Finding[]
}

/**
 * Works out the files that bring every projection up to date; none for a breaking change of a frozen or stable
 * contract, which no acceptance can make right. Throws `accept_in_ci` in CI.
 */
export function prepareAcceptance(facts: Facts, request: AcceptRequest): Acceptance {
  if (request.ci) throw errors.accept_in_ci()
  const findings = changes(facts)
  const broken = findings.filter(({ severity }) => severity === 'error')
  if (broken.length > 0) return { refused: broken, files: new Map(), changed: [], findings }
  const { files, changed } = renderFiles(facts)
  if (changed.length === 0) return { refused: [], files, changed, findings }
  const line = JSON.stringify({
    on: request.today,
    version: facts.version,
    base: facts.base?.ref ?? 'none',
    reason: request.reason,
    files: changed.map((path) => ({
      path,
      from: hashOf(facts.checkout.read(path)),
      to: hashOf(files.get(path)),
    })),
    changes: findings.map(({ rule, subject, severity }) => ({ rule, subject, severity })),
  })
  const before = facts.checkout.read(ACCEPTED_PATH) ?? ''
  return {
    refused: [],
    files: new Map([...files, [ACCEPTED_PATH, `${before}${line}\n`]]),
    changed,
    findings,
  }
}

const hashOf = (text: string | undefined): string | null =>
  text === undefined ? null : sha256Hex(text)

/** Differences from what was promised: from the last release, else from what is committed now. */
function changes(facts: Facts): readonly Finding[] {
  const from = facts.base ?? facts.checkout
  const snapshot = from.read(SNAPSHOT_PATH)
  const promised = readInventory(from)
  const before = parsed(snapshot)
  return [
    ...(before === undefined ? [] : compatFindings(before, facts, promised?.contracts)),
    ...(promised === undefined || facts.base === undefined
      ? []
      : brokenPromises(promised, buildInventory(facts), facts, registerOf(facts))),
    // A document that is only now frozen has no entry yet, and gets one below.
    ...frozen
      .run(facts)
      .findings.filter(({ rule }) => rule !== 'frozen-unlisted' && rule !== 'frozen-ledger'),
    ...lostEntries(facts),
  ]
}

// A snapshot that is damaged promises nothing that could be read; the snapshot gate reports it.
function parsed(text: string | undefined): Json | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Json)
  } catch {
    return undefined
  }
}

const registerOf = ({ checkout }: Facts) => readableDeprecations(checkout.read(REGISTER_PATH) ?? '')

/** The ledger only grows: fewer entries than the committed inventory counted are never accepted. */
function lostEntries(facts: Facts): readonly Finding[] {
  const before = readInventory(facts.checkout)?.frozen.count ?? 0
  const now = readLedger(facts.checkout)?.entries.length ?? 0
  if (now >= before) return []
  return [
    {
      rule: 'frozen-entry-removed',
      severity: 'error',
      subject: LEDGER_PATH,
      message: `${LEDGER_PATH} had ${before} entries and has ${now}; restore what is gone, because the ledger only grows.`,
    },
  ]
}

function renderFiles(facts: Facts) {
  const docs = Object.values(facts.contracts)
    .filter(({ status }) => status === 'frozen')
    .map(({ doc }) => doc)
  const ledger = withNewlyFrozen(readLedger(facts.checkout) ?? EMPTY_LEDGER, docs, {
    // A document is frozen as it will be on disk, with its generated blocks up to date.
    read: (path) => renderAll(facts).get(path) ?? facts.checkout.read(path),
    version: facts.version,
  })
  const ledgerText = `${JSON.stringify(ledger, null, 2)}\n`
  const read = (path: string) => (path === LEDGER_PATH ? ledgerText : facts.checkout.read(path))
  // The inventory names the head of the ledger, so the rest is drawn with the new one in place.
  const withLedger: Facts = { ...facts, checkout: { ...facts.checkout, read } }
  const files = new Map([[LEDGER_PATH, ledgerText], ...renderAll(withLedger)])
  const changed = [...files.keys()].filter((path) => files.get(path) !== facts.checkout.read(path))
  return { files: new Map(changed.map((path) => [path, files.get(path) ?? ''])), changed }
}
