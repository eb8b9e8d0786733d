import type { CapabilitiesDocument } from '../contracts/capabilities.ts'
import { buildCapabilities } from '../contracts/capabilities.ts'
import type { Catalog } from '../contracts/catalog.ts'
import { CONTRACT_IDS } from '../contracts/contract-docs.ts'
import type { Inventory } from '../contracts/inventory.ts'
import { sha256Hex } from '../lib/hash.ts'
import type { Store } from '../store/store.ts'
import { buildApiCatalog } from './api-catalog.ts'
import { buildContractIndex, readContract } from './contract-files.ts'
import { settleEpoch } from './epoch.ts'
import { errors } from './errors.ts'
import { buildMcpCapabilities } from './mcp-capabilities.ts'

export interface DiscoveryDeps {
  readonly store: Store
  readonly catalog: Catalog
  readonly inventory: Inventory
  readonly plane: CapabilitiesDocument['plane']
  /** The packaged manifest, byte for byte as the command line prints it. */
  readonly manifest: string
}

/** What this instance says of itself; settled once everything is registered, then only read. */
export class DiscoveryService {
  readonly #deps: DiscoveryDeps
  #epoch = 0
  #capabilities = ''

  constructor(deps: DiscoveryDeps) {
    this.#deps = deps
  }

  /** Builds the document from what was registered and agrees on its epoch with the store. */
  async settle(): Promise<void> {
    const { catalog, inventory, plane, store } = this.#deps
    const { served } = inventory
    const kinds = new Set(inventory.surfaces.map(({ kind }) => kind))
    this.#capabilities = JSON.stringify(
      buildCapabilities({
        catalog,
        served,
        plane,
        transports: kinds.has('sse') ? ['rest', 'sse'] : ['rest'],
        readModes: [],
        tools: [],
        extensions: { plugins: [], tools: [], read_modes: [], compressors: [], chunkers: [] },
      }),
    )
    this.#epoch = await settleEpoch(store, sha256Hex(this.#capabilities))
  }

  /** Grows by one whenever the capabilities document changes; 0 before `settle`. */
  get epoch(): number {
    return this.#epoch
  }

  capabilities(): string {
    return this.#capabilities
  }

  manifest(): string {
    return this.#deps.manifest
  }

  mcpCapabilities() {
    return buildMcpCapabilities(this.#deps.inventory.served)
  }

  apiCatalog() {
    return buildApiCatalog()
  }

  contractIndex() {
    return buildContractIndex()
  }

  contract(id: string) {
    const contract = readContract(id)
    if (contract === undefined) {
      throw errors.contract_not_found({ details: { known: CONTRACT_IDS } })
    }
    return contract
  }

  async readiness() {
    const store = await this.#deps.store.ping().then(
      () => ({ id: 'store', state: 'ready' as const }),
      () => ({
        id: 'store',
        state: 'unavailable' as const,
        reason: 'dependency_down',
        remedy: 'Read the server log for the cause; `lectern doctor` examines the store.',
      }),
    )
    return { status: store.state, components: [store] }
  }
}
