import { REGISTER_PATH, readableDeprecations } from '../../contracts/deprecations.ts'
import type { Finding, Gate } from '../gate.ts'
import { ACCEPT, failure } from '../gate.ts'
import type { InventoryChange } from '../inventory.ts'
import { buildInventory, changesOf, INVENTORY_PATH, readInventory, SECTIONS } from '../inventory.ts'
import { objectOf } from '../operations.ts'
import { brokenPromises } from '../promises.ts'

/** Names: what the snapshot lists is what this build has, and nothing promised is gone. */
export const inventory: Gate = {
  id: 'inventory',
  title: 'Every promised name is still there and means the same',
  run(facts) {
    const live = buildInventory(facts)
    const compared = Object.keys(SECTIONS)
      .map((section) => Object.keys(objectOf(live[section as keyof typeof SECTIONS])).length)
      .reduce((sum, count) => sum + count, 0)
    const stored = readInventory(facts.checkout)
    const findings: Finding[] =
      stored === undefined
        ? [
            failure(
              'inventory-missing',
              INVENTORY_PATH,
              `${INVENTORY_PATH} is missing or is not an inventory; ${ACCEPT}.`,
            ),
          ]
        : changesOf(stored, live).map(stale)
    const promised = facts.base === undefined ? undefined : readInventory(facts.base)
    if (promised !== undefined) {
      // A register that cannot be read excuses nothing; the deprecations gate says what is wrong with it.
      const rows = readableDeprecations(facts.checkout.read(REGISTER_PATH) ?? '')
      findings.push(...brokenPromises(promised, live, facts, rows))
    }
    return { compared, findings }
  },
}

function stale({ section, name, kind, old, new: next }: InventoryChange): Finding {
  const what = `The ${SECTIONS[section]} ${name}`
  const how = {
    added: `${what} is new and not in the snapshot`,
    removed: `${what} is in the snapshot, but this build does not have it`,
    changed: `${what} differs from the snapshot (${JSON.stringify(old)} → ${JSON.stringify(next)})`,
  }[kind]
  const mend = kind === 'added' ? ACCEPT : `restore it, or ${ACCEPT}`
  return failure(
    `inventory-${kind === 'added' ? 'stale' : kind}`,
    `${SECTIONS[section]} ${name}`,
    `${how}; ${mend}.`,
    `${INVENTORY_PATH}#/${section}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  )
}
