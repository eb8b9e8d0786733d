import { expect, test } from 'vitest'
import { buildLogger, scrub } from '../../src/log.ts'

async function linesOf(
  write: (log: Awaited<ReturnType<typeof buildLogger>>) => void,
): Promise<string> {
  const lines: string[] = []
  write(await buildLogger({ logLevel: 'debug' }, { write: (line) => lines.push(line) }))
  return lines.join('')
}

test('a key reaches the log by none of the ways that a line can carry it', async () => {
  const secret = 'gm_abc123_canarycanary'

  const text = await linesOf((log) => {
    log.info({ key: secret, headers: { authorization: `API-Key ${secret}` } }, `made ${secret}`)
    log.error({ err: new Error(`refused ${secret}`), req: { headers: { cookie: 'canarycanary' } } })
    log.debug({ token: 'canarycanary', nested: { password: 'canarycanary' } })
  })

  expect(text).not.toContain('canarycanary')
  expect(text).toContain('gm_abc123_[redacted]')
})

test('the password of a store URL is taken out and the rest stays readable', () => {
  expect(scrub('postgres://user:hunter2@db.example:5432/lectern')).toBe(
    'postgres://user:[redacted]@db.example:5432/lectern',
  )
})

test('lines below the level are not written', async () => {
  const lines: string[] = []
  const log = await buildLogger({ logLevel: 'warn' }, { write: (line) => lines.push(line) })

  log.info('quiet')
  log.warn('loud')

  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['loud'])
})
