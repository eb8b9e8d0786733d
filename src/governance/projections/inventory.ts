import { canonicalJson } from '../../lib/canonical-json.ts'
import { buildInventory, INVENTORY_PATH } from '../inventory.ts'
import type { Projection } from '../projection.ts'

/** Every promised name, one snapshot for all kinds. */
export const inventorySnapshot: Projection = {
  path: INVENTORY_PATH,
  gate: 'inventory',
  render: (facts) => `${canonicalJson(buildInventory(facts), 2)}\n`,
}
