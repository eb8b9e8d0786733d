import { expect, test } from 'vitest'
import { tempDir } from '../support/app.ts'
import type { Finished } from '../support/process.ts'
import { documentOf, lectern, serve } from './support/process.ts'
import { violations } from './support/schema.ts'

interface Key {
  readonly id: string
  readonly key: string
  readonly scopes: string[]
  readonly expiresAt: number | null
}

const create = async (where: readonly string[], ...more: string[]): Promise<Key> => {
  const outcome = await lectern([
    'keys',
    'create',
    '--name',
    'ci',
    '--scopes',
    'documents.read,events',
    ...more,
    ...where,
    '--json',
  ])
  expect(outcome).toMatchObject({ code: 0, stderr: '' })
  const document = documentOf(outcome)
  expect(violations('key.v1', document)).toEqual([])
  return document as unknown as Key
}

const refused = (outcome: Finished) => (documentOf(outcome).error as { reason: string }).reason

/** The same server in each of the ways that a command can reach it. */
const WAYS = {
  'in its own process': async (data: string) => ({ where: ['--data', data], server: undefined }),
  'through the server that runs on the data directory': async (data: string) => ({
    where: ['--data', data],
    server: await serve(['--data', data]),
  }),
  'through a URL': async (data: string) => {
    const server = await serve(['--data', data])
    return { where: ['--url', server.url], server }
  },
} as const

test.for(Object.entries(WAYS))(
  'keys are made, listed, rotated and revoked %s',
  async ([, open]) => {
    using dir = tempDir()
    const { where, server } = await open(dir.path)
    const made = await create(where, '--expires', '90d')

    const listed = await lectern(['keys', 'list', ...where, '--json'])
    const rotated = await lectern(['keys', 'rotate', made.id, ...where, '--json'])
    const revoked = await lectern(['keys', 'revoke', made.id, ...where, '--json'])
    const again = await lectern(['keys', 'revoke', made.id, ...where, '--json'])
    const unknown = await lectern(['keys', 'rotate', 'nobody', ...where, '--json'])
    await server?.stop()

    expect(Object.keys(made)).toEqual(['id', 'key', 'scopes', 'expiresAt'])
    expect(made.key).toMatch(new RegExp(`^gm_${made.id}_[A-Za-z0-9]{43}$`))
    expect(made.scopes).toEqual(['documents.read', 'events'])
    expect(made.expiresAt).toBeGreaterThan(Date.now() + 89 * 86_400_000)
    expect(violations('keys.v1', documentOf(listed))).toEqual([])
    expect(documentOf(listed)).toMatchObject({ keys: [{ id: made.id, name: 'ci' }] })
    expect(listed.stdout).not.toContain(made.key)
    expect(violations('key.v1', documentOf(rotated))).toEqual([])
    expect(documentOf(rotated)).toMatchObject({ id: made.id })
    expect(documentOf(rotated).key).not.toBe(made.key)
    expect(violations('key-revoked.v1', documentOf(revoked))).toEqual([])
    expect([again.code, refused(again)]).toEqual([3, 'key-revoked'])
    expect([unknown.code, refused(unknown)]).toEqual([3, 'key-not-found'])
  },
)

test('a key that is made while a server runs works there at once, and stops working when it is revoked', async () => {
  using dir = tempDir()
  await using server = await serve(['--data', dir.path, '--require-auth'])
  const { id, key } = await create(['--data', dir.path])
  const ask = () =>
    fetch(`${server.url}/v1/user/me`, { headers: { authorization: `API-Key ${key}` } })

  const before = await ask()
  await lectern(['keys', 'revoke', id, '--data', dir.path])
  const after = await ask()

  expect([before.status, after.status]).toEqual([200, 401])
})

test('without an expiry a key says null and the list leaves it out', async () => {
  using dir = tempDir()
  const where = ['--data', dir.path]

  const { expiresAt } = await create(where)
  const listed = documentOf(await lectern(['keys', 'list', ...where, '--json']))

  expect(expiresAt).toBeNull()
  expect((listed.keys as object[])[0]).not.toHaveProperty('expiresAt')
})

test('a server that asks for a key refuses one that may not manage keys, as a usage error', async () => {
  using dir = tempDir()
  await using server = await serve(['--data', dir.path, '--require-auth'])
  const { key } = await create(['--data', dir.path])

  const none = await lectern(['keys', 'list', '--url', server.url, '--json'])
  const weak = await lectern(['keys', 'list', '--url', server.url, '--json'], {
    env: { LECTERN_KEY: key },
  })

  expect([none.code, refused(none)]).toEqual([2, 'unauthorized'])
  expect([weak.code, refused(weak)]).toEqual([2, 'forbidden'])
})

test('for a person the key stands on a line of its own with what it may do', async () => {
  using dir = tempDir()

  const { stdout, code } = await lectern([
    'keys',
    'create',
    '--name',
    'me',
    '--scopes',
    'admin',
    '--data',
    dir.path,
  ])

  expect(code).toBe(0)
  expect(stdout).toMatch(/^ {2}gm_\w+$/m)
  expect(stdout).toMatch(/^ {2}Scopes +admin$/m)
  expect(stdout).toMatch(/^ {2}Expires +never$/m)
})
