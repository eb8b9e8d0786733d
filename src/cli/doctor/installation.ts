import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { ApiKey } from '../../access/schema.ts'
import { isLoopback, isOpen } from '../../app.ts'
import type { Config, LoadedConfig } from '../../config.ts'
import { CONFIG_FILE } from '../../config.ts'
import { systemClock } from '../../lib/clock.ts'
import type { Invocation } from '../command.ts'
import type { Connection } from '../connect.ts'
import { findRunning, loadConfigOf, withConnection } from '../connect.ts'
import { cliError } from '../errors.ts'
import { dataOf } from '../reply.ts'
import type { Check, Finding } from './check.ts'
import { examine } from './check.ts'
import { readiness } from './server.ts'

const LEAST_NODE = [20, 19] as const

/** Examines the data directory, its store and its settings; it opens the store as a start would, and makes none. */
export async function checkInstallation(invocation: Invocation): Promise<Check[]> {
  const node = await examine('node', () => nodeVersion(process.versions.node))
  let loaded: LoadedConfig | undefined
  const config = await examine('config', async () => {
    loaded = await loadConfigOf(invocation)
    return settingsFound(loaded)
  })
  if (loaded === undefined) return [node, config]
  const settings = loaded.config
  const directory = await examine('data-directory', () => dataDirectory(settings.dataDir))
  const lock = await examine('lock', () => holder(settings.dataDir))
  return [
    node,
    config,
    directory,
    lock,
    ...(await examineStore(invocation, settings, directory.status !== 'fail')),
    await examine('public-address', () => publicAddress(settings)),
  ]
}

/** Whether this Node is new enough. */
export function nodeVersion(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [least, leastMinor] = LEAST_NODE
  return major > least || (major === least && minor >= leastMinor)
    ? { status: 'ok', detail: `Node ${version}.` }
    : {
        status: 'fail',
        detail: `Node ${version} is older than ${LEAST_NODE.join('.')}, which Lectern needs.`,
        remedy: 'Install a newer Node.',
      }
}

function settingsFound({ file, origins }: LoadedConfig): Finding {
  const set =
    origins.size === 0
      ? 'every setting is at its default'
      : `set: ${[...origins.keys()].join(', ')}`
  return { status: 'ok', detail: `${file ?? 'No configuration file'}; ${set}.` }
}

function dataDirectory(dataDir: string): Finding {
  if (!existsSync(dataDir)) {
    const parent = nearestExisting(dirname(dataDir))
    accessSync(parent, constants.W_OK)
    if (!statSync(parent).isDirectory()) throw notADirectory(parent)
    return { status: 'ok', detail: `${dataDir} is not there yet; the first use makes it.` }
  }
  if (!statSync(dataDir).isDirectory()) throw notADirectory(dataDir)
  // Asking for the right is not enough: a read-only file system grants it to root and refuses the write.
  rmdirSync(mkdtempSync(join(dataDir, '.doctor-')))
  return { status: 'ok', detail: `${dataDir} can be written.` }
}

const notADirectory = (path: string) =>
  cliError(
    'system-refused',
    `${path} is not a directory, so no data can be kept below it; name another with --data.`,
  )

function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path))
}

async function holder(dataDir: string): Promise<Finding> {
  const running = await findRunning(dataDir)
  return {
    status: 'ok',
    detail:
      running === undefined ? 'No server runs on it.' : `A server runs on it at ${running.url}.`,
  }
}

const isEmpty = (dataDir: string): boolean =>
  !existsSync(dataDir) || readdirSync(dataDir).every((name) => name === CONFIG_FILE)

async function examineStore(
  invocation: Invocation,
  config: Config,
  usable: boolean,
): Promise<Check[]> {
  if (!usable) return []
  if (config.store === 'sqlite:' && isEmpty(config.dataDir)) {
    return [{ id: 'store', status: 'ok', detail: 'There is no store yet; the first use makes it.' }]
  }
  const checks: Check[] = []
  const store = await examine('store', () =>
    withConnection(invocation, async (connection) => {
      const finding = await readiness(connection)
      checks.push(await examine('keys', () => keys(connection, config)))
      return finding
    }),
  )
  return [store, ...checks]
}

async function keys({ call }: Connection, config: Config): Promise<Finding> {
  const all = dataOf<ApiKey[]>(await call('GET', '/v1/keys'))
  const now = systemClock.now()
  const active = all.filter(
    ({ revokedAt, expiresAt }) =>
      revokedAt === undefined && (expiresAt === undefined || expiresAt > now),
  )
  const detail = `${active.length} of ${all.length} keys can be used.`
  if (active.length > 0) return { status: 'ok', detail }
  if (isOpen(config)) {
    return {
      status: 'ok',
      detail: `${detail} None is needed while only this machine reaches the server.`,
    }
  }
  return {
    status: 'fail',
    detail: `${detail} Nobody could use the server.`,
    remedy: 'Make one: lectern keys create --name admin --scopes admin.',
  }
}

function publicAddress({ host, port, allowedHosts }: Config): Finding {
  if (isLoopback(host)) {
    return {
      status: 'ok',
      detail: `The server listens on ${host}:${port}, which only this machine reaches.`,
    }
  }
  if (allowedHosts.length === 0) {
    return {
      status: 'warn',
      detail: `The server listens on ${host}:${port}, but answers only requests that name it so.`,
      remedy: 'Add the name that clients use: --allowed-host NAME.',
    }
  }
  return {
    status: 'ok',
    detail: `The server listens on ${host}:${port} for ${allowedHosts.join(', ')}.`,
  }
}
