import type { FastifyInstance } from 'fastify'
import type { Catalog } from '../contracts/catalog.ts'
import { CatalogError } from '../contracts/catalog.ts'
import type { Inventory } from '../contracts/inventory.ts'
import type { DocumentServer } from './document-server.ts'
import type { KnownPaths } from './not-found.ts'
import { withRefusals } from './openapi.ts'
import { policyOf } from './policy.ts'

interface RegisterDeps {
  readonly catalog: Catalog
  readonly inventory: Inventory
  readonly paths: KnownPaths
  readonly documents: DocumentServer
  /** Path prefix → capability, for routes of libraries that know nothing of ours. */
  readonly adopted: Readonly<Record<string, string>>
}

/** Every route passes here: it must name a capability, and is counted, described and given its policy. */
export function installRouteRegister(app: FastifyInstance, deps: RegisterDeps): void {
  const { catalog, inventory, paths, documents, adopted } = deps
  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat()
    const capability = route.config?.capability ?? adopted[`/${route.url.split('/')[1] ?? ''}`]
    const entryPoint = `${methods.join(',')} ${route.url.replace(/:([A-Za-z]+)/g, '{$1}')}`
    if (capability === undefined) {
      throw new CatalogError(
        `The route ${entryPoint} names no capability; give it \`config: { capability: '…' }\` with an id of its room's feature.ts.`,
      )
    }
    if (!methods.includes('HEAD')) {
      inventory.add({ kind: 'rest', entryPoint, capability })
    }
    const policy = {
      ...policyOf(catalog, capability, route.url),
      prebuilt: route.config?.prebuilt === true,
    }
    route.config = { ...route.config, capability, policy } as NonNullable<typeof route.config>
    route.schema = withRefusals(route, policy, statusesOf(catalog, capability))
    documents.adopt(route.url, route.handler, policy)
    paths.add(route.url, methods, policy)
  })
}

function statusesOf({ capabilities, errors }: Catalog, capability: string): number[] {
  const room = capabilities.get(capability)?.feature
  return [...errors.values()].filter(({ feature }) => feature === room).map(({ status }) => status)
}
