import type { Facts } from '../facts.ts'
import type { Finding, Gate } from '../gate.ts'
import { ACCEPT, failure } from '../gate.ts'
import type { FrozenEntry } from '../ledger.ts'
import { chainOf, documentHash, LEDGER_PATH, readLedger } from '../ledger.ts'

/** Frozen documents are byte for byte what was frozen, and the ledger only grows. */
export const frozen: Gate = {
  id: 'frozen',
  title: 'Frozen contract documents never change',
  run(facts) {
    const { checkout, contracts } = facts
    const docs = Object.values(contracts)
    const ledger = readLedger(checkout)
    if (ledger === undefined) {
      const message = `${LEDGER_PATH} is missing or is not a ledger; restore it from the last release, or ${ACCEPT} if there never was one.`
      return { compared: docs.length, findings: [failure('frozen-ledger', LEDGER_PATH, message)] }
    }
    const { entries } = ledger
    const unlisted = docs
      .filter(({ doc, status }) => status === 'frozen' && !entries.some((one) => one.doc === doc))
      .map(({ doc }) =>
        failure(
          'frozen-unlisted',
          doc,
          `${doc} is frozen, but ${LEDGER_PATH} has no hash of it; ${ACCEPT}.`,
        ),
      )
    return {
      compared: docs.length + entries.length,
      findings: [
        ...unlisted,
        ...entries.flatMap((entry, at) => checkEntry(entry, entries[at - 1]?.chain ?? '', facts)),
        ...againstBase(entries, facts),
      ],
    }
  },
}

function checkEntry(entry: FrozenEntry, previous: string, facts: Facts): Finding[] {
  const { doc, sha256, frozenIn, chain } = entry
  const findings: Finding[] = []
  if (chain !== chainOf(previous, entry)) {
    findings.push(
      failure(
        'frozen-hash-rewritten',
        doc,
        `The entry of ${doc} in ${LEDGER_PATH} does not follow from the entries before it, so one of them was rewritten; restore the ledger from the last release.`,
        LEDGER_PATH,
      ),
    )
  }
  const text = facts.checkout.read(doc)
  const next = doc.replace(/-v(\d+)\.md$/, (_match, version) => `-v${Number(version) + 1}.md`)
  if (text === undefined) {
    findings.push(
      failure(
        'frozen-doc-removed',
        doc,
        `${doc} was frozen in ${frozenIn} and is gone; restore it, because existing integrations rely on it.`,
      ),
    )
  } else if (documentHash(text) !== sha256) {
    findings.push(
      failure(
        'frozen-doc-changed',
        doc,
        `${doc} was frozen in ${frozenIn} and has been edited; restore it, and publish a change of meaning as ${next}.`,
        doc,
      ),
    )
  }
  return findings
}

function againstBase(entries: readonly FrozenEntry[], { base }: Facts): Finding[] {
  const promised = base === undefined ? undefined : readLedger(base)
  if (promised === undefined) return []
  return promised.entries.flatMap((old, at) => {
    const now = entries[at]
    const same = now?.doc === old.doc && now.sha256 === old.sha256 && now.chain === old.chain
    if (same) return []
    return [
      failure(
        now === undefined ? 'frozen-entry-removed' : 'frozen-hash-rewritten',
        old.doc,
        `${base?.ref} lists ${old.doc} as entry ${at + 1} of ${LEDGER_PATH}, and it is no longer there unchanged; restore the entry together with its document, because the ledger only grows.`,
        LEDGER_PATH,
      ),
    ]
  })
}
