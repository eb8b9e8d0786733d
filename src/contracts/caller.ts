import type { Scope } from './scopes.ts'

/** Who is asking: the local owner of a loopback server, or a key. */
export interface Principal {
  readonly id: string
  readonly kind: 'local' | 'api_key'
  readonly name: string
  readonly scopes: ReadonlySet<Scope>
  /** Workspaces that this principal may enter; null means every one. */
  readonly workspaces: readonly string[] | null
}

/** How a change came in; kept with every version. */
export type Origin = 'rest' | 'mcp' | 'cli' | 'scrape' | 'refresh' | 'restore' | 'import'

/** What every service method is told about the call that it serves. */
export interface Caller {
  readonly principal: Principal
  readonly workspaceId: string
  readonly origin: Origin
  readonly requestId: string
}

/** The workspace of everything that names none. */
export const DEFAULT_WORKSPACE = 'default'
