/** Every permission a key can hold; `write` includes `read` of the same noun. */
export const SCOPES = {
  'prompts.read': { title: 'Read prompts and their versions' },
  'prompts.write': { title: 'Create, change and delete prompts', includes: ['prompts.read'] },
  'documents.read': { title: 'Read and search documents and collections' },
  'documents.write': {
    title: 'Create, change and delete documents and collections',
    includes: ['documents.read', 'documents.scrape'],
  },
  'documents.scrape': {
    title: 'Refresh and scrape documents (older name, kept for existing keys)',
  },
  events: { title: 'Follow the event stream' },
  audit: { title: 'Read full event payloads and the audit log' },
  admin: { title: 'Manage keys and the instance; includes every other scope', includes: ['*'] },
} as const satisfies Record<string, { title: string; includes?: readonly string[] }>

export type Scope = keyof typeof SCOPES

export const SCOPE_NAMES = Object.keys(SCOPES) as readonly Scope[]

/** Everything that the given scopes allow, with what they include. */
export function expandScopes(scopes: readonly Scope[]): ReadonlySet<Scope> {
  const all = new Set<Scope>()
  for (const scope of scopes) {
    all.add(scope)
    const entry: { readonly title: string; readonly includes?: readonly string[] } = SCOPES[scope]
    for (const included of entry.includes ?? []) {
      if (included === '*') for (const name of SCOPE_NAMES) all.add(name)
      else all.add(included as Scope)
    }
  }
  return all
}

/** What a route asks of its caller: nothing, any valid credential, one scope, or one of several. */
export type RouteScope = 'public' | 'any' | Scope | readonly Scope[]
