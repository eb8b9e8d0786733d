import type { Caller, Principal } from '../contracts/caller.ts'
import { DEFAULT_WORKSPACE } from '../contracts/caller.ts'
import type { Scope } from '../contracts/scopes.ts'
import { expandScopes, SCOPE_NAMES } from '../contracts/scopes.ts'
import type { Clock } from '../lib/clock.ts'
import { sha256Hex } from '../lib/hash.ts'
import type { Store } from '../store/store.ts'
import type { ApiKeyRow } from '../store/tables.ts'
import { errors } from './errors.ts'
import { isDigestOf, makeKey, parseCredential } from './key.ts'
import { allKeys, allWorkspaces, insertKey, updateKey } from './queries.ts'
import type { ApiKey, CreateApiKey, Me, NewApiKey } from './schema.ts'

interface LiveKey {
  readonly row: ApiKeyRow
  readonly principal: Principal
}

export interface AccessDeps {
  readonly store: Store
  readonly clock: Clock
}

/** Whoever reaches a loopback server without a key, and the command line on the same data directory. */
export const LOCAL_OWNER: Principal = {
  id: 'local-owner',
  kind: 'local',
  name: 'Local owner',
  scopes: new Set(SCOPE_NAMES),
  workspaces: null,
}

/** Keys and what they allow. Reads are from memory; a change elsewhere is seen within a second. */
export class AccessService {
  readonly #store: Store
  readonly #clock: Clock
  #keys: ReadonlyMap<string, LiveKey> = new Map()
  #workspaces: ReadonlySet<string> = new Set([DEFAULT_WORKSPACE])
  #instanceDigest: string | undefined

  private constructor({ store, clock }: AccessDeps) {
    this.#store = store
    this.#clock = clock
  }

  static async open(deps: AccessDeps): Promise<AccessService> {
    const service = new AccessService(deps)
    await service.reload()
    return service
  }

  /** Reads keys and workspaces again, for changes that another process made. */
  async reload(): Promise<void> {
    const rows = await allKeys(this.#store.read)
    this.#keys = new Map(rows.map((row) => [row.id, { row, principal: principalOf(row) }]))
    this.#workspaces = new Set((await allWorkspaces(this.#store.read)).map(({ id }) => id))
  }

  /** A credential for this process's lifetime, for command lines that can read the data directory. */
  acceptInstanceToken(token: string): void {
    this.#instanceDigest = sha256Hex(`Bearer ${token}`)
  }

  /** True when at least one key could be used now. */
  get hasUsableKey(): boolean {
    return [...this.#keys.values()].some(({ row }) => this.#isUsable(row))
  }

  authenticate(header: string): Principal | undefined {
    if (this.#instanceDigest !== undefined && isDigestOf(this.#instanceDigest, header)) {
      return LOCAL_OWNER
    }
    const credential = parseCredential(header)
    const known = credential === undefined ? undefined : this.#keys.get(credential.publicId)
    if (credential === undefined || known === undefined) return undefined
    return isDigestOf(known.row.digest, credential.key) && this.#isUsable(known.row)
      ? known.principal
      : undefined
  }

  resolveWorkspace(principal: Principal, id: string | undefined): string {
    const asked = id ?? principal.workspaces?.[0] ?? DEFAULT_WORKSPACE
    const mayEnter = principal.workspaces === null || principal.workspaces.includes(asked)
    // Anonymous readers of public routes enter no workspace, and need none.
    if (principal.scopes.size === 0 && id === undefined) return DEFAULT_WORKSPACE
    if (!mayEnter || !this.#workspaces.has(asked)) {
      throw errors.unknown_workspace({
        message: `There is no workspace ${JSON.stringify(asked.slice(0, 128))} for this caller.`,
        details: { workspaceId: asked.slice(0, 128) },
      })
    }
    return asked
  }

  whoami({ principal }: Caller): Me {
    return {
      id: principal.id,
      name: principal.name,
      email: '',
      externalId: principal.id,
      authMethod: principal.kind,
      permissions: [...principal.scopes].sort(),
    }
  }

  async list(): Promise<ApiKey[]> {
    return (await allKeys(this.#store.read)).map(wireKey)
  }

  async create(caller: Caller, asked: CreateApiKey): Promise<NewApiKey> {
    for (const id of asked.workspaces ?? []) this.resolveWorkspace(caller.principal, id)
    if (asked.expiresAt !== undefined && asked.expiresAt <= this.#clock.now()) {
      throw errors.key_expired_already()
    }
    const { publicId, key, digest } = makeKey()
    const row: ApiKeyRow = {
      id: publicId,
      name: asked.name,
      digest,
      scopes: JSON.stringify(asked.scopes),
      workspaces: asked.workspaces === undefined ? null : JSON.stringify(asked.workspaces),
      created_at: this.#clock.now(),
      created_by: caller.principal.id,
      expires_at: asked.expiresAt ?? null,
      revoked_at: null,
    }
    await this.#store.write((tx) => insertKey(tx, row))
    await this.reload()
    return { ...wireKey(row), key }
  }

  async revoke(id: string): Promise<ApiKey> {
    return wireKey(await this.#change(id, { revoked_at: this.#clock.now() }))
  }

  /** A new secret under the same id; the old one stops working at once. */
  async rotate(id: string): Promise<NewApiKey> {
    const { key, digest } = makeKey(id)
    return { ...wireKey(await this.#change(id, { digest })), key }
  }

  async #change(id: string, change: Partial<ApiKeyRow>): Promise<ApiKeyRow> {
    const row = await this.#store.write((tx) => updateKey(tx, id, change))
    if (row === undefined) {
      throw this.#keys.has(id) ? errors.key_revoked() : errors.key_not_found()
    }
    await this.reload()
    return row
  }

  #isUsable({ revoked_at, expires_at }: ApiKeyRow): boolean {
    return revoked_at === null && (expires_at === null || expires_at > this.#clock.now())
  }
}

const scopesOf = (row: ApiKeyRow): Scope[] => JSON.parse(row.scopes) as Scope[]

const workspacesOf = (row: ApiKeyRow): string[] | null =>
  row.workspaces === null ? null : (JSON.parse(row.workspaces) as string[])

function principalOf(row: ApiKeyRow): Principal {
  return {
    id: row.id,
    kind: 'api_key',
    name: row.name,
    scopes: expandScopes(scopesOf(row)),
    workspaces: workspacesOf(row),
  }
}

function wireKey(row: ApiKeyRow): ApiKey {
  const workspaces = workspacesOf(row)
  return {
    id: row.id,
    name: row.name,
    scopes: scopesOf(row),
    ...(workspaces === null ? {} : { workspaces }),
    createdAt: row.created_at,
    ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
    ...(row.revoked_at === null ? {} : { revokedAt: row.revoked_at }),
  }
}
