import type { Gate } from './gate.ts'
import { capabilitiesKeys } from './gates/capabilities-keys.ts'
import { compat } from './gates/compat.ts'
import { contractDocs } from './gates/contract-docs.ts'
import { deprecations } from './gates/deprecations.ts'
import { errorsReference } from './gates/errors-reference.ts'
import { examples } from './gates/examples.ts'
import { frozen } from './gates/frozen.ts'
import { inventory } from './gates/inventory.ts'
import { manifest } from './gates/manifest.ts'
import { routes } from './gates/routes.ts'
import { snapshot } from './gates/snapshot.ts'

/** Every gate, in the order in which a report shows them. */
export const GATES: readonly Gate[] = [
  snapshot,
  compat,
  routes,
  capabilitiesKeys,
  contractDocs,
  frozen,
  deprecations,
  manifest,
  examples,
  errorsReference,
  inventory,
]
