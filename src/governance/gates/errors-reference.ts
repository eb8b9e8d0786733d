import type { Facts } from '../facts.ts'
import type { Finding, Gate } from '../gate.ts'
import { failure } from '../gate.ts'
import { staleProjections } from '../projections.ts'

/** Every reason that the source declares is registered, and the reference page lists them all. */
export const errorsReference: Gate = {
  id: 'errors-reference',
  title: 'The reference lists every error reason',
  run(facts) {
    return {
      compared: facts.reasons.length,
      findings: [...unregistered(facts), ...staleProjections('errors-reference', facts)],
    }
  },
}

const DECLARATION = /defineErrors\(\{([\s\S]*?)\n\}\)/g
const REASON = /^ {2}'?([a-z][a-z0-9_]*)'?: \{/gm

/** Reasons in the source that no registry knows: the reference would not have them. */
function unregistered({ checkout, reasons }: Facts): Finding[] {
  const known = new Set(reasons.map(({ reason }) => reason))
  const files = checkout.list('src').filter((path) => path.endsWith('.ts'))
  return files.flatMap((path) =>
    [...(checkout.read(path) ?? '').matchAll(DECLARATION)]
      .flatMap(([, table = '']) => [...table.matchAll(REASON)].map(([, reason = '']) => reason))
      .filter((reason) => !known.has(reason))
      .map((reason) =>
        failure(
          'error-unregistered',
          reason,
          `${path} declares the reason ${reason}, which the registry does not know; list the table in its room's feature.ts, or among the tables of src/cli/commands/check-facts.ts.`,
          path,
        ),
      ),
  )
}
