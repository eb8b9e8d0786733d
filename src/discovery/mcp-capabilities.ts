/** `GET /v1/mcp/capabilities`: each value is true only while the capability named here is served. */
const SHAPE = {
  prompts: {
    rest: 'prompts.read',
    list: 'prompts.list',
    get: 'prompts.read',
    create: 'prompts.create',
    update: 'prompts.update',
    delete: 'prompts.delete',
    versions: 'prompts.history',
    searchQueryParam: 'prompts.list',
  },
  documents: {
    rest: 'documents.read',
    list: 'documents.list',
    get: 'documents.read',
    create: 'documents.create',
    update: 'documents.update',
    delete: 'documents.delete',
    versions: 'documents.history',
    scrape: 'documents.scrape',
  },
  collections: {
    rest: 'collections.read',
    list: 'collections.list',
    get: 'collections.read',
    create: 'collections.create',
    update: 'collections.update',
    delete: 'collections.delete',
    items: 'collections.items',
  },
  search: { rest: 'search.literal' },
  progressiveDisclosure: {
    search: 'disclosure.search',
    expand: 'disclosure.expand',
    read: 'disclosure.read',
    session: 'disclosure.session',
  },
  reason: { rest: 'reasoning.answer' },
  auth: { bearer: 'access.whoami', apiKey: 'access.whoami' },
} as const satisfies Record<string, Record<string, string>>

/** The document in the seed's exact keys. */
export function buildMcpCapabilities(served: ReadonlySet<string>) {
  const capabilities = Object.fromEntries(
    Object.entries(SHAPE).map(([noun, flags]) => [
      noun,
      Object.fromEntries(Object.entries(flags).map(([flag, id]) => [flag, served.has(id)])),
    ]),
  )
  return { version: '1.0.0', capabilities }
}
