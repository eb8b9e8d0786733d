import type { Catalog } from './catalog.ts'
import { CatalogError } from './catalog.ts'

export interface Surface {
  readonly kind: 'rest' | 'cli' | 'mcp' | 'sse'
  /** `GET /v1/documents/{id}`, `lectern import`, a tool name. */
  readonly entryPoint: string
  readonly capability: string
}

/** What this process has really registered; discovery reports it and nothing retypes it. */
export class Inventory {
  readonly #catalog: Catalog
  readonly #surfaces: Surface[] = []

  constructor(catalog: Catalog) {
    this.#catalog = catalog
  }

  /** Adds a surface, or throws when it serves a capability that no room declares. */
  add(surface: Surface): void {
    if (!this.#catalog.capabilities.has(surface.capability)) {
      throw new CatalogError(
        `${surface.entryPoint} names the capability ${surface.capability}, which no room declares; add it to the room's feature.ts or correct the name.`,
      )
    }
    this.#surfaces.push(surface)
  }

  get surfaces(): readonly Surface[] {
    return [...this.#surfaces].sort((a, b) =>
      `${a.kind} ${a.entryPoint}` < `${b.kind} ${b.entryPoint}` ? -1 : 1,
    )
  }

  /** Ids that have at least one surface. */
  get served(): ReadonlySet<string> {
    return new Set(this.#surfaces.map(({ capability }) => capability))
  }

  /** Throws when a declared capability has no surface to reach it by. */
  assertComplete(): void {
    const served = this.served
    for (const { id, feature } of this.#catalog.capabilities.values()) {
      if (!served.has(id)) {
        throw new CatalogError(
          `Capability ${id} of ${feature} is declared but no route, tool or command serves it; give it a surface or remove it from the room's feature.ts.`,
        )
      }
    }
  }
}
