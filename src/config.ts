import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parse, TomlError } from 'smol-toml'
import { mergeLayers } from './config/check.ts'
import { configErrors } from './config/errors.ts'
import { SETTINGS } from './config/settings.ts'
import type { Environment, Flags, Layer } from './config/sources.ts'
import { fromEnvironment, fromFlags, fromTable } from './config/sources.ts'
import type { Limits } from './contracts/limits.ts'

/** Everything that can be set about an instance; validated and frozen before anything starts. */
export interface Config {
  readonly host: string
  /** 0 picks a free one. */
  readonly port: number
  /** Absolute path of the data directory. */
  readonly dataDir: string
  /** `sqlite:` (in the data directory) or a `postgres://` URL. */
  readonly store: string
  readonly requireAuth: boolean
  /** Host names besides the loopback ones that the server answers for. */
  readonly allowedHosts: readonly string[]
  /** Web origins whose pages may call the API. */
  readonly allowedOrigins: readonly string[]
  readonly logLevel: 'silent' | 'fatal' | 'error' | 'warn' | 'info' | 'debug'
  readonly limits: Limits
  /** Milliseconds: headers, whole request, handler, idle connection. */
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  readonly handlerTimeoutMs: number
  readonly keepAliveTimeoutMs: number
}

export interface ConfigInput {
  /** Options of the command line by name; those that are no settings are left alone. */
  readonly flags: Flags
  readonly env: Environment
  readonly cwd: string
}

export interface LoadedConfig {
  readonly config: Config
  /** The configuration file that was read. */
  readonly file: string | undefined
  /** Setting path → where its value comes from; a setting at its default is not in it. */
  readonly origins: ReadonlyMap<string, string>
}

/** The file in the data directory that is read when no other is named. */
export const CONFIG_FILE = 'lectern.toml'

/** Defaults < file < environment < flags, checked and deeply frozen; throws what is wrong in one sentence. */
export function loadConfig({ flags, env, cwd }: ConfigInput): LoadedConfig {
  const outer = [fromEnvironment(env), fromFlags(flags)]
  const named = flags.config ?? (env.LECTERN_CONFIG || undefined)
  const file =
    typeof named === 'string' ? resolve(cwd, named) : besideTheData(dataDirOf(outer, cwd))
  const layers = file === undefined ? outer : [readLayer(file, named !== undefined), ...outer]
  const { values, origins } = mergeLayers(layers)
  const config = { ...values, dataDir: dataDirOf(layers, cwd) }
  // The schema has one integer for each limit, which its static type cannot show.
  return { config: freezeDeep(config) as Config, file, origins }
}

function dataDirOf(layers: readonly Layer[], cwd: string): string {
  const value = layers.findLast((layer) => layer.has('dataDir'))?.get('dataDir')?.value
  return resolve(cwd, typeof value === 'string' && value !== '' ? value : SETTINGS.dataDir.default)
}

function besideTheData(dataDir: string): string | undefined {
  const file = join(dataDir, CONFIG_FILE)
  return existsSync(file) ? file : undefined
}

function readLayer(file: string, named: boolean): Layer {
  const table = parseFile(file)
  if (!named && 'dataDir' in table) {
    throw configErrors.invalid_config({
      message: `${file} sets dataDir, but it was found by looking in the data directory; take the line out, or name the file with --config.`,
      details: { setting: 'dataDir' },
    })
  }
  if (typeof table.dataDir === 'string') table.dataDir = resolve(dirname(file), table.dataDir)
  return fromTable(table, file)
}

function parseFile(file: string): Record<string, unknown> {
  try {
    return parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw configErrors.invalid_config({
      message:
        cause instanceof TomlError
          ? `${file} is not valid TOML (line ${cause.line}, column ${cause.column}): ${firstLine(cause.message)}.`
          : `The configuration file ${file} cannot be read (${codeOf(cause)}).`,
      details: { file },
      cause,
    })
  }
}

const firstLine = (text: string): string =>
  (text.split('\n')[0] ?? '').replace(/^Invalid TOML document: /, '')

const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown cause'

function freezeDeep<T extends object>(value: T): Readonly<T> {
  for (const child of Object.values(value)) {
    if (typeof child === 'object' && child !== null) freezeDeep(child)
  }
  return Object.freeze(value)
}
