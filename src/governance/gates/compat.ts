import { REGISTER_PATH, readableDeprecations } from '../../contracts/deprecations.ts'
import { compareOpenApi } from '../compare/openapi.ts'
import { severityOf } from '../compare/severity.ts'
import type { Finding as Difference } from '../compare/types.ts'
import { mayBeGone } from '../deprecation-rules.ts'
import type { Facts, Json } from '../facts.ts'
import type { Finding, Gate } from '../gate.ts'
import { failure } from '../gate.ts'
import { readInventory } from '../inventory.ts'
import { findOperation, operationsOf, statusOfOperation } from '../operations.ts'
import { SNAPSHOT_PATH } from '../projections/snapshot.ts'

type Status = 'frozen' | 'stable' | 'experimental'
const RANK: Readonly<Record<Status, number>> = { experimental: 0, stable: 1, frozen: 2 }

/** What the running server changed since the last release, weighed by how settled each contract is. */
export const compat: Gate = {
  id: 'compat',
  title: 'No client of the last release is broken',
  run(facts) {
    const { base, openapi } = facts
    if (base === undefined) {
      const message =
        'Nothing was released yet, so there is no promise to compare with (base: none); tag the first release to make one.'
      const finding: Finding = { rule: 'baseline-none', severity: 'info', subject: 'base', message }
      return { compared: operationsOf(openapi).length, findings: [finding] }
    }
    const text = base.read(SNAPSHOT_PATH)
    if (text === undefined) {
      const message = `${base.ref} holds no ${SNAPSHOT_PATH}; name another base with --base, or say --base none.`
      return { compared: 1, findings: [failure('baseline-unreadable', base.ref, message)] }
    }
    const before = JSON.parse(text) as Json
    return {
      compared: operationsOf(before).length,
      findings: compatFindings(before, facts, readInventory(base)?.contracts),
    }
  },
}

type Statuses = Readonly<Record<string, { readonly status: Status }>>

/** Every difference between an older document and the running server's, with the severity its contract gives it. */
export function compatFindings(before: Json, facts: Facts, promised?: Statuses): Finding[] {
  const { checkout, openapi, contracts, strict } = facts
  const rows = readableDeprecations(checkout.read(REGISTER_PATH) ?? '')
  return compareOpenApi(before, openapi).findings.flatMap((difference) => {
    const old = findOperation(before, difference.operation)?.spec
    const now = findOperation(openapi, difference.operation)?.spec
    const status = firmest([
      ...(old === undefined ? [] : [statusOfOperation(old, promised ?? contracts)]),
      ...(now === undefined ? [] : [statusOfOperation(now, contracts)]),
    ])
    const announced = rows.some(
      (row) => row.subject === difference.operation && mayBeGone(row, facts),
    )
    const lawful = difference.rule === 'operation-removed' && announced
    const severity = lawful ? 'info' : severityOf(difference.level, status, { strict })
    return severity === 'none' ? [] : [finding(difference, severity, status)]
  })
}

// Of what was promised and what is said now: lowering a status cannot excuse a change.
const firmest = (statuses: readonly Status[]): Status =>
  statuses.toSorted((a, b) => RANK[b] - RANK[a])[0] ?? 'stable'

function finding(difference: Difference, severity: Finding['severity'], status: Status): Finding {
  const { operation, message, rule, pointer } = difference
  return {
    rule,
    severity,
    subject: operation,
    pointer: `${SNAPSHOT_PATH}#${pointer.base}`,
    message: `${message.replace(/\.$/, '')}${mend(severity, status)}.`,
  }
}

function mend(severity: Finding['severity'], status: Status): string {
  if (severity === 'error') {
    return `; the contract is ${status}, so undo this, or keep the old form beside the new one and announce its removal in DEPRECATIONS.toml`
  }
  return severity === 'warning'
    ? `; the contract is ${status}, so make sure that no client depends on it`
    : ''
}
