import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ConfigInput } from '../../src/config.ts'
import { loadConfig } from '../../src/config.ts'
import { AppError } from '../../src/contracts/errors.ts'

let cwd: string
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'lectern-config-'))
})
afterEach(() => rmSync(cwd, { recursive: true, force: true }))

const load = (input: Partial<ConfigInput> = {}) => loadConfig({ flags: {}, env: {}, cwd, ...input })

/** Puts a configuration file into the default data directory. */
function writeToml(text: string, path = join('lectern-data', 'lectern.toml')): string {
  const file = join(cwd, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
  return file
}

function refusalOf(input: Partial<ConfigInput>): {
  reason: string
  class: string
  message: string
} {
  try {
    load(input)
  } catch (error) {
    if (error instanceof AppError) {
      return { reason: error.reason, class: error.class, message: error.message }
    }
    throw error
  }
  throw new Error('Nothing was refused.')
}

test('without anything said the documented defaults hold', () => {
  const { config, file, origins } = load()

  expect(config).toEqual({
    host: '127.0.0.1',
    port: 7431,
    dataDir: join(cwd, 'lectern-data'),
    store: 'sqlite:',
    requireAuth: false,
    allowedHosts: [],
    allowedOrigins: [],
    logLevel: 'info',
    headersTimeoutMs: 10_000,
    requestTimeoutMs: 60_000,
    handlerTimeoutMs: 60_000,
    keepAliveTimeoutMs: 10_000,
    limits: {
      documentBytes: 8_388_608,
      bodyBytes: 16_777_216,
      jsonDepth: 64,
      urlBytes: 8192,
      titleLength: 512,
      descriptionLength: 4096,
      tagsPerItem: 64,
      tagLength: 128,
      metadataBytes: 65_536,
      queryLength: 4096,
      pageSize: 100,
      searchResults: 50,
      apiRequestsPerMinute: 100,
      readRequestsPerMinute: 120,
      failedLoginsPerMinute: 30,
    },
  })
  expect(file).toBeUndefined()
  expect(origins.size).toBe(0)
})

test('a flag wins over the environment, which wins over the file', () => {
  const file = writeToml('host = "localhost"\nport = 1\nlogLevel = "warn"\n')

  const loaded = load({
    flags: { port: '3' },
    env: { LECTERN_PORT: '2', LECTERN_LOG_LEVEL: 'error' },
  })

  expect(loaded.config).toMatchObject({ host: 'localhost', port: 3, logLevel: 'error' })
  expect(loaded.file).toBe(file)
  expect(Object.fromEntries(loaded.origins)).toEqual({
    host: `\`host\` in ${file}`,
    port: '--port',
    logLevel: 'LECTERN_LOG_LEVEL',
  })
})

test('limits are set in a table of the file and by variables', () => {
  writeToml('[limits]\npageSize = 10\njsonDepth = 8\n')

  const { config } = load({ env: { LECTERN_LIMITS_JSON_DEPTH: '9' } })

  expect(config.limits).toMatchObject({ pageSize: 10, jsonDepth: 9, searchResults: 50 })
})

test('lists come from repeated flags and from a variable with commas', () => {
  const { config } = load({
    flags: { 'allowed-host': ['a.example', 'b.example'] },
    env: { LECTERN_ALLOWED_ORIGINS: 'https://a.example, https://b.example' },
  })

  expect(config.allowedHosts).toEqual(['a.example', 'b.example'])
  expect(config.allowedOrigins).toEqual(['https://a.example', 'https://b.example'])
})

test('an empty variable counts as not set, and options that are no settings are left alone', () => {
  const { config } = load({
    flags: { json: true, key: 'gm_a_b' },
    env: { LECTERN_PORT: '', HOME: '/' },
  })

  expect(config.port).toBe(7431)
})

test('a relative data directory starts at the file that names it', () => {
  const file = writeToml('dataDir = "data"\n', join('etc', 'lectern.toml'))

  const { config } = load({ flags: { config: 'etc/lectern.toml' } })

  expect(config.dataDir).toBe(join(file, '..', 'data'))
})

test('the file in the data directory that --data names is found', () => {
  writeToml('port = 4\n', join('elsewhere', 'lectern.toml'))

  const { config } = load({ env: { LECTERN_DATA_DIR: 'elsewhere' } })

  expect(config).toMatchObject({ port: 4, dataDir: join(cwd, 'elsewhere') })
})

test('the configuration cannot be changed once it is loaded, at any depth', () => {
  const { config } = load()

  for (const value of [config, config.limits, config.allowedHosts, config.allowedOrigins]) {
    expect(Object.isFrozen(value)).toBe(true)
  }
})

test.for([
  ['LECTERN_PROT', '1', 'LECTERN_PORT'],
  ['LECTERN_DATA', '/tmp', 'LECTERN_DATA_DIR'],
  ['LECTERN_LIMIT_PAGE_SIZE', '1', 'LECTERN_LIMITS_PAGE_SIZE'],
] as const)('the unknown variable %s is refused with the nearest name', ([name, value, near]) => {
  const refusal = refusalOf({ env: { [name]: value } })

  expect(refusal).toEqual({
    reason: 'unknown_setting',
    class: 'usage',
    message: `There is no setting ${name} (in the environment). Did you mean ${near}?`,
  })
})

test.for([
  ['prot = 1', 'prot', 'port'],
  ['require_auth = true', 'require_auth', 'requireAuth'],
  ['documentBytes = 1', 'documentBytes', 'limits.documentBytes'],
  ['[limits]\npagesize = 1', 'limits.pagesize', 'limits.pageSize'],
] as const)('in a file %s is refused with the nearest name', ([toml, name, near]) => {
  const file = writeToml(toml)

  const refusal = refusalOf({})

  expect(refusal.reason).toBe('unknown_setting')
  expect(refusal.message).toBe(`There is no setting ${name} (in ${file}). Did you mean ${near}?`)
})

test.for([
  [{ LECTERN_PORT: '70000' }, 'port', 'a whole number from 0 to 65535, not `70000`'],
  [{ LECTERN_PORT: '80a' }, 'port', 'a whole number from 0 to 65535, not `80a`'],
  [{ LECTERN_PORT: '1e3' }, 'port', 'a whole number from 0 to 65535, not `1e3`'],
  [{ LECTERN_REQUIRE_AUTH: 'yes' }, 'requireAuth', 'true or false, not `yes`'],
  [
    { LECTERN_LOG_LEVEL: 'loud' },
    'logLevel',
    'one of silent, fatal, error, warn, info, debug, not `loud`',
  ],
  [{ LECTERN_HOST: 'http://x' }, 'host', 'a host name or an IP address, not `http://x`'],
  [{ LECTERN_ALLOWED_HOSTS: 'a.example,b.example:80' }, 'allowedHosts', 'not `b.example:80`'],
  [
    { LECTERN_ALLOWED_ORIGINS: 'https://a.example/x' },
    'allowedOrigins',
    'not `https://a.example/x`',
  ],
  [
    { LECTERN_LIMITS_PAGE_SIZE: '0' },
    'limits.pageSize',
    'a whole number from 1 to 2147483647, not `0`',
  ],
] as const)('%o is refused by name and with what is wanted', ([env, path, wanted]) => {
  const refusal = refusalOf({ env })

  expect(refusal.reason).toBe('invalid_config')
  expect(refusal.class).toBe('usage')
  expect(refusal.message).toContain(`The setting ${path} (from ${Object.keys(env)[0]}) must be `)
  expect(refusal.message).toContain(wanted)
})

test('a bad store URL is refused without repeating it, since it may hold a password', () => {
  const refusal = refusalOf({ flags: { store: 'mysql://u:hunter2@db/x' } })

  expect(refusal.message).toBe(
    'The setting store (from --store) must be `sqlite:` or a postgres:// URL, not what was given.',
  )
})

test.for([
  ['port = "7431"', 'The setting port (from `port` in FILE) must be a whole number'],
  ['limits = 3', '`limits` in FILE must be a table'],
  ['port = ', 'FILE is not valid TOML (line 1'],
  ['dataDir = "x"', 'FILE sets dataDir, but it was found by looking in the data directory'],
  ['headersTimeoutMs = 60001', 'headersTimeoutMs (60001) is longer than requestTimeoutMs (60000)'],
  [
    '[limits]\nbodyBytes = 1000',
    'limits.documentBytes (8388608) is more than limits.bodyBytes (1000)',
  ],
] as const)('the file %o is refused in one sentence', ([toml, sentence]) => {
  const file = writeToml(toml)

  const refusal = refusalOf({})

  expect(refusal.reason).toBe('invalid_config')
  expect(refusal.message).toContain(sentence.replace('FILE', file))
  expect(refusal.message).not.toContain('\n')
})

test('a named file that is not there is refused, with its path', () => {
  const refusal = refusalOf({ flags: { config: 'none.toml' } })

  expect(refusal).toEqual({
    reason: 'invalid_config',
    class: 'usage',
    message: `The configuration file ${join(cwd, 'none.toml')} cannot be read (ENOENT).`,
  })
})
