import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { accessRoutes } from './access/routes.ts'
import { LOCAL_OWNER } from './access/service.ts'
import { collectionsRoutes } from './collections/routes.ts'
import type { Config } from './config.ts'
import { buildCatalog } from './contracts/catalog.ts'
import type { Surface } from './contracts/inventory.ts'
import { Inventory } from './contracts/inventory.ts'
import { discoveryRoutes } from './discovery/routes.ts'
import { DiscoveryService } from './discovery/service.ts'
import { documentsRoutes } from './documents/routes.ts'
import { FEATURES } from './features.ts'
import type { Auditor } from './http/audit-hook.ts'
import { installAudit } from './http/audit-hook.ts'
import { installBodyParser } from './http/body-parser.ts'
import { installCors } from './http/cors.ts'
import { DocumentServer } from './http/document-server.ts'
import { installErrorHandler } from './http/error-handler.ts'
import { newFastify, requestIds } from './http/fastify.ts'
import type { Guard } from './http/guard.ts'
import { buildAdmission, buildGuard } from './http/guard.ts'
import { installNotFound, KnownPaths } from './http/not-found.ts'
import { installOpenApi, openApiDocument, openApiOfContract } from './http/openapi.ts'
import { installRateLimit } from './http/rate-limit.ts'
import { installReference, REFERENCE_PATH } from './http/reference.ts'
import { installRouteRegister } from './http/route-register.ts'
import { installValidation } from './http/validation.ts'
import { ingestRoutes } from './ingest/routes.ts'
import { lazy } from './lib/lazy.ts'
import { promptsRoutes } from './prompts/routes.ts'
import { searchRoutes } from './search/routes.ts'
import type { Services } from './services.ts'
import type { Store } from './store/store.ts'

export interface AppOptions {
  readonly config: Config
  readonly store: Store
  readonly services: Services
  readonly log: FastifyBaseLogger
  readonly audit: Auditor
  /** Commands of the command line, so that discovery knows of them. */
  readonly commands: readonly Surface[]
  /** The packaged manifest. */
  readonly manifest: string
}

/** Assembles the server from a configuration and a store; it never listens. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, store, services, log } = options
  const catalog = buildCatalog(FEATURES)
  const inventory = new Inventory(catalog)
  for (const command of options.commands) inventory.add(command)
  const open = isOpen(config)
  const discovery = new DiscoveryService({
    store,
    catalog,
    inventory,
    plane: open ? 'personal' : 'team',
    manifest: options.manifest,
  })
  const epoch = () => String(discovery.epoch)

  const admission = buildAdmission({
    access: services.access,
    allowedHosts: [config.host, ...config.allowedHosts],
    allowedOrigins: config.allowedOrigins,
    maxUrlBytes: config.limits.urlBytes,
    localOwner: open ? LOCAL_OWNER : undefined,
  })
  const documents = new DocumentServer(epoch)
  const nextId = requestIds()
  const guarded: { check?: Guard } = {}
  const app = newFastify({
    config,
    log,
    guarded,
    nextId,
    direct: documents.direct(admission, nextId),
  })
  app.decorateRequest('caller')
  installValidation(app)
  installBodyParser(app, config.limits.jsonDepth)
  installErrorHandler(app, config.limits)
  // Off while the owner needs no key: nothing that a page could read must be open to it.
  if (!open) await installCors(app, config.allowedOrigins, admission.checkHost)
  const limiter = await installRateLimit(app, config.limits)
  const paths = new KnownPaths()
  installRouteRegister(app, {
    catalog,
    inventory,
    paths,
    documents,
    adopted: { [REFERENCE_PATH]: 'discovery.reference' },
  })
  await installOpenApi(app, catalog)
  const guard = buildGuard({ access: services.access, admission, limiter, epoch })
  guarded.check = guard
  app.addHook('onRequest', guard)
  installAudit(app, options.audit)
  installNotFound(app, paths)

  const described = lazy(() => openApiDocument(app))
  await app.register(
    discoveryRoutes({
      discovery,
      documents,
      openapi: (contract) =>
        contract === undefined ? described() : openApiOfContract(described(), contract),
    }),
  )
  await app.register(accessRoutes(services.access))
  await app.register(promptsRoutes(services.prompts))
  await app.register(documentsRoutes(services))
  await app.register(collectionsRoutes(services.collections))
  await app.register(searchRoutes(services.search))
  await app.register(ingestRoutes(services.imports))
  await installReference(app)

  inventory.assertComplete()
  await app.ready()
  await discovery.settle()
  return app
}

/** True where the local owner needs no key: bound to loopback and not told otherwise. */
export const isOpen = (config: Config): boolean => !config.requireAuth && isLoopback(config.host)

/** Whether an address is reachable from this machine only. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
