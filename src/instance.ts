import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { AuditLog } from './access/audit.ts'
import { buildApp, isLoopback } from './app.ts'
import { COMMAND_SURFACES } from './cli/commands.ts'
import type { Config } from './config.ts'
import { MANIFEST_JSON } from './contracts/manifest.generated.ts'
import { errors } from './instance-errors.ts'
import { systemClock } from './lib/clock.ts'
import { randomId } from './lib/ids.ts'
import { makeServices } from './services.ts'
import { lockDataDir } from './store/lock.ts'
import { openStore } from './store/open.ts'

/** A whole server on one data directory, which it holds alone until it is closed. */
export interface Instance {
  readonly app: FastifyInstance
  /** Sent as `Authorization: Bearer …` it acts as the local owner, for as long as this instance lives. */
  readonly token: string
  /** Binds the configured address and tells other command lines on this machine where it is. */
  listen(): Promise<{ readonly url: string }>
  /** Finishes what is in flight, then releases the data directory. */
  close(): Promise<void>
}

const KEY_RELOAD_MS = 1000

/** Locks the data directory, opens the store and assembles the server; throws an `AppError` with a remedy. */
export async function openInstance(config: Config, log: FastifyBaseLogger): Promise<Instance> {
  const clock = systemClock
  const lock = await lockDataDir(config.dataDir)
  const undo: (() => unknown)[] = [() => lock.release()]
  const unwind = async () => {
    for (const step of undo.reverse().splice(0)) await step()
  }
  try {
    const store = await openStore({ dataDir: config.dataDir, url: config.store, clock })
    undo.push(() => store.close())
    const services = await makeServices({ store, clock, limits: config.limits })
    const token = randomId('lt_', 43)
    services.access.acceptInstanceToken(token)
    const audit = openAudit({ dataDir: config.dataDir, clock, log })
    undo.push(() => audit.close())
    const app = await buildApp({
      config,
      store,
      services,
      log,
      audit,
      commands: COMMAND_SURFACES,
      manifest: MANIFEST_JSON,
    })
    undo.push(() => app.close())
    // Another process may add or revoke keys in a shared store; it must be noticed within a second.
    const reload = setInterval(() => {
      services.access.reload().catch((err) => log.error({ err }, 'Keys could not be read again'))
    }, KEY_RELOAD_MS)
    reload.unref()
    undo.push(() => clearInterval(reload))

    return {
      app,
      token,
      close: unwind,
      listen: async () => {
        if (!isLoopback(config.host) && !services.access.hasUsableKey) {
          throw errors.open_to_network({
            message: `Binding ${config.host} makes the server reachable from other machines, and it has no key. Make one first: lectern keys create --name admin --scopes admin --data ${config.dataDir}`,
          })
        }
        const url = await app.listen({ host: config.host, port: config.port }).catch((cause) => {
          throw bindError(cause, config)
        })
        lock.announce({ url, token })
        return { url }
      },
    }
  } catch (error) {
    await unwind()
    throw error
  }
}

function openAudit(deps: ConstructorParameters<typeof AuditLog>[0]): AuditLog {
  try {
    return new AuditLog(deps)
  } catch (cause) {
    throw errors.audit_not_writable({
      message: `The audit log audit.jsonl in ${deps.dataDir} cannot be written. Mend it, or name another data directory with --data.`,
      cause,
    })
  }
}

function bindError(cause: NodeJS.ErrnoException, { host, port }: Config): Error {
  const where = `${host}:${port}`
  switch (cause.code) {
    case 'EADDRINUSE':
      return errors.port_in_use({
        message: `Port ${port} on ${host} is taken. Choose another with --port, or --port 0 for a free one.`,
        cause,
      })
    case 'EACCES':
      return errors.address_refused({
        message: `This user may not bind ${where}. Ports below 1024 need more rights; choose another with --port.`,
        cause,
      })
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return errors.address_refused({
        message: `${host} is not an address of this machine. Set --host to one that is.`,
        cause,
      })
    default:
      return cause
  }
}
