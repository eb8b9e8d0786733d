import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import { AuditLog } from '../../src/access/audit.ts'
import { buildApp } from '../../src/app.ts'
import { COMMAND_SURFACES } from '../../src/cli/commands.ts'
import type { Config } from '../../src/config.ts'
import { loadConfig } from '../../src/config.ts'
import { MANIFEST_JSON } from '../../src/contracts/manifest.generated.ts'
import type { Clock } from '../../src/lib/clock.ts'
import type { Services } from '../../src/services.ts'
import { makeServices } from '../../src/services.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { conformingInject } from './conformance.ts'

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  advance(ms: number): void
}

export function testClock(start = 1_767_225_600_000): TestClock {
  let now = start
  return {
    now: () => now,
    advance: (ms) => {
      now += ms
    },
  }
}

/** A directory that is gone when its scope ends. */
export function tempDir(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'lectern-test-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

export interface TestApp extends AsyncDisposable {
  readonly app: FastifyInstance
  readonly config: Config
  readonly store: Store
  readonly services: Services
  readonly clock: TestClock
  readonly dataDir: string
  /** Every log line so far, at debug level. */
  readonly logs: readonly string[]
  /** Like `app.inject`, as a client on this machine; fails when a reply is not what OpenAPI says. */
  inject(request: InjectOptions | string): ReturnType<typeof conformingInject>
  /** Makes a key with these scopes and returns its `Authorization` header. */
  key(scopes: readonly string[], workspaces?: readonly string[]): Promise<{ authorization: string }>
}

interface TestAppOptions {
  /** Settings as the command line would give them. */
  readonly flags?: Readonly<Record<string, string | boolean | string[]>>
  readonly env?: Readonly<Record<string, string>>
  readonly dataDir?: string
  readonly clock?: TestClock
  readonly config?: Partial<Config>
}

/** A whole app on a real SQLite file in a directory of its own; it never listens. */
export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const own = options.dataDir === undefined ? tempDir() : undefined
  const dataDir = options.dataDir ?? own?.path ?? ''
  const clock = options.clock ?? testClock()
  const flags = { data: dataDir, ...options.flags }
  const { config: loaded } = loadConfig({ flags, env: { ...options.env }, cwd: dataDir })
  const config = { ...loaded, ...options.config }
  const logs: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void logs.push(line) })
  const store = await openStore({ dataDir, url: config.store, clock })
  const services = await makeServices({ store, clock, limits: config.limits })
  const audit = new AuditLog({ dataDir, clock, log })
  const app = await buildApp({
    config,
    store,
    services,
    log,
    audit,
    commands: [
      ...COMMAND_SURFACES,
      ...['documents.create', 'documents.read', 'documents.list', 'documents.delete'].map(
        (capability) => ({ kind: 'cli' as const, entryPoint: capability, capability }),
      ),
    ],
    manifest: MANIFEST_JSON,
  })
  return {
    app,
    config,
    store,
    services,
    clock,
    dataDir,
    logs,
    inject: (request) => conformingInject(app, request),
    key: async (scopes, workspaces) => {
      const reply = await app.inject({
        method: 'POST',
        url: '/v1/keys',
        headers: { host: 'localhost', authorization: `Bearer ${instanceToken(services)}` },
        payload: {
          name: scopes.join(' '),
          scopes,
          ...(workspaces === undefined ? {} : { workspaces }),
        },
      })
      const { data } = reply.json() as { data: { key: string } }
      return { authorization: `API-Key ${data.key}` }
    },
    [Symbol.asyncDispose]: async () => {
      await app.close()
      audit.close()
      await store.close()
      own?.[Symbol.dispose]()
    },
  }
}

function instanceToken(services: Services): string {
  const token = 'lt_test'
  services.access.acceptInstanceToken(token)
  return token
}
