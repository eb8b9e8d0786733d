import { canonicalJson } from '../../lib/canonical-json.ts'
import { firstDifference } from '../difference.ts'
import type { Gate } from '../gate.ts'
import { ACCEPT, failure } from '../gate.ts'
import { operationsOf } from '../operations.ts'
import { SNAPSHOT_PATH } from '../projections/snapshot.ts'

/** The committed OpenAPI document is the running server's, additions included. */
export const snapshot: Gate = {
  id: 'snapshot',
  title: 'The OpenAPI snapshot is that of the running server',
  run({ checkout, openapi }) {
    const text = checkout.read(SNAPSHOT_PATH)
    const compared = operationsOf(openapi).length
    if (text === undefined) {
      const message = `${SNAPSHOT_PATH} is missing; ${ACCEPT}.`
      return { compared, findings: [failure('snapshot-missing', SNAPSHOT_PATH, message)] }
    }
    let stored: unknown
    try {
      stored = JSON.parse(text)
    } catch {
      const message = `${SNAPSHOT_PATH} is not JSON; restore it from the last commit, or ${ACCEPT}.`
      return { compared, findings: [failure('snapshot-unreadable', SNAPSHOT_PATH, message)] }
    }
    if (canonicalJson(stored) === canonicalJson(openapi)) return { compared, findings: [] }
    const difference = firstDifference(stored, openapi)
    return {
      compared,
      findings: [
        failure(
          'snapshot-stale',
          difference.subject,
          `The running server's OpenAPI document differs from the snapshot at ${difference.pointer} (${difference.text}); undo the change, or ${ACCEPT}.`,
          `${SNAPSHOT_PATH}#${difference.pointer}`,
        ),
      ],
    }
  },
}
