import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { configErrors } from '../../config/errors.ts'
import { SETTINGS } from '../../config/settings.ts'
import { loadConfig } from '../../config.ts'
import type { Catalog } from '../../contracts/catalog.ts'
import { buildCatalog } from '../../contracts/catalog.ts'
import { CONTRACT_DOCS } from '../../contracts/contract-docs.ts'
import type { ErrorTable } from '../../contracts/errors.ts'
import { classOfStatus, EXIT_CODES } from '../../contracts/errors.ts'
import type { Surface } from '../../contracts/inventory.ts'
import type { Maturity } from '../../contracts/manifest.ts'
import { buildManifest, manifestBytes } from '../../contracts/manifest.ts'
import { SCOPE_NAMES } from '../../contracts/scopes.ts'
import { FEATURES } from '../../features.ts'
import type { History } from '../../governance/baseline.ts'
import { findBaseline, openHistory } from '../../governance/baseline.ts'
import { releasesOf } from '../../governance/change-log.ts'
import { openCheckout } from '../../governance/checkout.ts'
import { errors as governanceErrors } from '../../governance/errors.ts'
import type { Checkout, Facts, Json, ReasonFact, RegisteredRoute } from '../../governance/facts.ts'
import { objectOf, operationsOf } from '../../governance/operations.ts'
import { readThresholds } from '../../governance/thresholds.ts'
import { openApiDocument } from '../../http/openapi.ts'
import { FORMATS } from '../../ingest/formats.ts'
import { openInstance } from '../../instance.ts'
import { errors as instanceErrors } from '../../instance-errors.ts'
import { errors as storeErrors } from '../../store/errors.ts'
import { COMMAND_SURFACES, COMMANDS } from '../commands.ts'
import { CLI_REASONS } from '../errors.ts'

/** The root of the checkout that this code runs from; code and documents must be of one piece. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export interface FactsOptions {
  /** A commit, a tag, a snapshot file or `none`; undefined means the last release. */
  readonly base?: string | undefined
  readonly strict?: boolean
}

/** Gathers what the gates look at; the server runs in this process on a directory that is gone afterwards. */
export async function collectFacts({ base, strict = false }: FactsOptions = {}): Promise<Facts> {
  const checkout = openCheckout(ROOT)
  if (checkout.read('src/contracts/contract-docs.ts') === undefined) {
    throw governanceErrors.checkout_missing({
      message:
        'The contracts and their documents are not beside this program; run it from a source checkout.',
    })
  }
  const history = openHistory(ROOT)
  const version = versionOf(checkout)
  const releases = releasesOf(checkout.read('CHANGELOG.md') ?? '')
  // The release that is being prepared has a heading before it has a tag.
  const earlier = releases.filter((release) => release !== version)
  const baseline = findBaseline(history, base, earlier)
  const served = await serveOnce()
  const catalog = buildCatalog(FEATURES)
  const surfaces = surfacesOf(served.openapi, served.routes)
  return {
    ...served,
    checkout,
    catalog,
    surfaces,
    manifest: manifestBytes(
      buildManifest({ catalog, surfaces, formats: FORMATS, levels: levelsOf(checkout) }),
    ),
    contracts: CONTRACT_DOCS,
    reasons: reasonsOf(catalog),
    exitCodes: EXIT_CODES,
    scopes: SCOPE_NAMES,
    settings: Object.keys(SETTINGS),
    commands: COMMANDS.map(({ name, capability, options }) => ({
      name,
      capability,
      options: Object.keys(options),
    })),
    version,
    released: [...new Set([...tagged(history), ...releases])],
    base: baseline,
    strict,
  }
}

type Served = Pick<Facts, 'openapi' | 'routes' | 'capabilities' | 'mcpCapabilities'>

/** What a server of this build says of itself with every setting at its default. */
async function serveOnce(): Promise<Served> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-check-'))
  try {
    const { config } = loadConfig({ flags: { data: dataDir }, env: {}, cwd: dataDir })
    const instance = await openInstance(config, pino({ level: 'silent' }))
    try {
      const get = async (url: string): Promise<Json> => {
        const headers = { host: 'localhost', authorization: `Bearer ${instance.token}` }
        return (await instance.app.inject({ url, headers })).json<Json>()
      }
      return {
        openapi: openApiDocument(instance.app),
        routes: registeredRoutes(instance.app),
        capabilities: await get('/v1/capabilities'),
        mcpCapabilities: await get('/v1/mcp/capabilities'),
      }
    } finally {
      await instance.close()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * The routes as the router itself prints them, so that one which no hook saw is seen here. Wildcards are left out:
 * only the pages for people have them.
 */
function registeredRoutes(app: FastifyInstance): readonly RegisteredRoute[] {
  const routes: RegisteredRoute[] = []
  const parents: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', label = '', methods] =
      /^([│ ]*)[├└]── (\S+?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    if (label === '') continue
    const depth = indent.length / 4
    parents.length = depth
    parents.push(label)
    const path = parents.join('').replace(/:([A-Za-z]+)/g, '{$1}')
    if (methods === undefined || path.includes('*')) continue
    for (const method of methods.split(', ')) routes.push({ method, path })
  }
  return routes
}

/** Every way in: the operations of the API, the pages for people, and the commands. */
function surfacesOf(openapi: Json, routes: readonly RegisteredRoute[]): readonly Surface[] {
  const described = operationsOf(openapi).map(
    ({ name, spec }): Surface => ({
      kind: 'rest',
      entryPoint: name,
      capability: String(spec['x-capability']),
    }),
  )
  const pages = routes
    .filter(({ method, path }) => method === 'GET' && /^\/docs\/?$/.test(path))
    .slice(0, 1)
    .map(
      (): Surface => ({ kind: 'rest', entryPoint: 'GET /docs', capability: 'discovery.reference' }),
    )
  const key = ({ kind, entryPoint }: Surface) => `${kind} ${entryPoint}`
  return [...described, ...pages, ...COMMAND_SURFACES].sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

// Tables that belong to no room; those of the rooms are in the catalog.
const OTHER_TABLES: Readonly<Record<string, ErrorTable>> = {
  config: configErrors.$table,
  governance: governanceErrors.$table,
  server: instanceErrors.$table,
  store: storeErrors.$table,
}

function reasonsOf(catalog: Catalog): readonly ReasonFact[] {
  const http = [...catalog.errors].map(
    ([reason, spec]): ReasonFact => ({
      reason,
      owner: spec.feature,
      seen: 'http',
      status: spec.status,
      class: spec.class ?? classOfStatus(spec.status),
      message: spec.message,
    }),
  )
  const tables = Object.entries(OTHER_TABLES).flatMap(([owner, table]) =>
    Object.entries(table).map(
      ([reason, spec]): ReasonFact => ({
        reason,
        owner,
        // What names its class is thrown before there is a server; the rest can reach a client too.
        ...(spec.class === undefined
          ? { seen: 'http', status: spec.status }
          : { seen: 'cli', status: null }),
        class: spec.class ?? classOfStatus(spec.status),
        message: spec.message,
      }),
    ),
  )
  const own = Object.entries(CLI_REASONS).map(
    ([reason, spec]): ReasonFact => ({
      reason,
      owner: 'command line',
      seen: 'cli',
      status: null,
      class: spec.class,
      message: spec.raised,
    }),
  )
  return [...http, ...tables, ...own]
}

/** Extractor → the level that its measurements have earned. */
const levelsOf = (checkout: Checkout): Readonly<Record<string, Maturity>> =>
  Object.fromEntries(
    Object.entries(readThresholds(checkout)?.extractors ?? {}).map(([id, { level }]) => [
      id,
      level,
    ]),
  )

function versionOf(checkout: Checkout): string {
  return String(objectOf(JSON.parse(checkout.read('package.json') ?? '{}')).version)
}

const tagged = (history: History | undefined): readonly string[] =>
  (history?.tags ?? []).map((tag) => tag.replace(/^v/, ''))
