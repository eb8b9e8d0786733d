import type { Deprecation } from '../../contracts/deprecations.ts'
import {
  DeprecationError,
  parseDeprecations,
  REGISTER_PATH,
  readableDeprecations,
} from '../../contracts/deprecations.ts'
import type { RowContext } from '../deprecation-rules.ts'
import { checkRow } from '../deprecation-rules.ts'
import type { Facts } from '../facts.ts'
import type { Finding, Gate } from '../gate.ts'
import { failure } from '../gate.ts'
import { operationsOf } from '../operations.ts'
import { subjectExists } from '../subjects.ts'

/** The register is strict, keeps its notice, and agrees with the surface, the change log and the last release. */
export const deprecations: Gate = {
  id: 'deprecations',
  title: 'Announced removals keep their notice',
  run(facts) {
    const text = facts.checkout.read(REGISTER_PATH)
    if (text === undefined) {
      const message = `${REGISTER_PATH} is missing; restore it, empty or not, because removals are read from it.`
      return { compared: 1, findings: [failure('register-missing', REGISTER_PATH, message)] }
    }
    let rows: readonly Deprecation[]
    try {
      rows = parseDeprecations(text)
    } catch (error) {
      if (!(error instanceof DeprecationError)) throw error
      return {
        compared: 1,
        findings: [failure('register-invalid', REGISTER_PATH, error.message, REGISTER_PATH)],
      }
    }
    const context: RowContext = { facts, promised: promisedRows(facts) }
    return {
      compared: rows.length + operationsOf(facts.openapi).length,
      findings: [
        ...rows.flatMap((row) => checkRow(row, context)),
        ...unannounced(rows, facts),
        ...erased(rows, context),
      ],
    }
  },
}

function promisedRows({ base }: Facts): readonly Deprecation[] {
  // A register that was damaged in the last release promises nothing that could be read.
  return readableDeprecations(base?.read(REGISTER_PATH) ?? '')
}

/** Operations marked as deprecated that the register does not announce. */
function unannounced(rows: readonly Deprecation[], { openapi }: Facts): Finding[] {
  const announced = new Set(rows.map(({ subject }) => subject))
  return operationsOf(openapi)
    .filter(({ name, spec }) => spec.deprecated === true && !announced.has(name))
    .map(({ name, pointer }) =>
      failure(
        'deprecation-missing-entry',
        name,
        `${name} is marked as deprecated, but ${REGISTER_PATH} does not announce its removal; add a row with subject = "${name}".`,
        `openapi#${pointer}`,
      ),
    )
}

/** Rows of the last release that are gone while what they announce is still there. */
function erased(rows: readonly Deprecation[], { promised, facts }: RowContext): Finding[] {
  return promised
    .filter(({ id }) => !rows.some((row) => row.id === id))
    .filter((row) => subjectExists(row, facts))
    .map(({ id, subject }) =>
      failure(
        'deprecation-erased',
        id,
        `The row ${id} is gone from ${REGISTER_PATH}, but ${subject} is still there; restore the row, because clients were told of the removal.`,
        REGISTER_PATH,
      ),
    )
}
