import type { LoadedConfig } from '../config.ts'
import type { Instance } from '../instance.ts'
import { openInstance } from '../instance.ts'
import { buildLogger } from '../log.ts'
import type { Call, Connection } from './connect.ts'
import { searchOf } from './remote.ts'

/** Opens the data directory in this process, for as long as the command runs. */
export async function connectInProcess(
  { config, origins }: LoadedConfig,
  credential: string | undefined,
): Promise<Connection> {
  // A command that runs for a moment reports by its own words, unless somebody asked for the log.
  const log = await buildLogger(origins.has('logLevel') ? config : { logLevel: 'warn' })
  const instance = await openInstance(config, log)
  return {
    kind: 'in-process',
    at: config.dataDir,
    call: callOf(instance, credential),
    close: () => instance.close(),
  }
}

/** Calls an instance without a socket; without a credential as its local owner. */
export function callOf({ app, token }: Instance, credential?: string): Call {
  return async (method, path, { body, query, headers } = {}) => {
    const response = await app.inject({
      method,
      url: `${path}${searchOf(query)}`,
      headers: {
        ...headers,
        authorization: credential ?? `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const type = String(response.headers['content-type'] ?? '')
    return {
      status: response.statusCode,
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: type.startsWith('application/json') ? response.json() : response.body,
    }
  }
}
