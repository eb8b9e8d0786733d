import { expect, test } from 'vitest'
import { CliError, cliError, toCliError } from '../../src/cli/errors.ts'
import { bodyOf, dataOf } from '../../src/cli/reply.ts'
import { AppError } from '../../src/contracts/errors.ts'

function thrownBy(work: () => unknown): CliError {
  try {
    work()
  } catch (error) {
    if (error instanceof CliError) return error
    throw error
  }
  throw new Error('Nothing was thrown.')
}

test('the exit code of each class is the documented one', () => {
  const codes = (['policy', 'usage', 'data', 'parse', 'internal'] as const).map(
    (name) => new CliError('r', name, 'm').exitCode,
  )

  expect(codes).toEqual([1, 2, 3, 4, 5])
})

test('what nobody foresaw is internal, and its cause is not in the message', () => {
  const error = toCliError(new TypeError('x is not a function'))

  expect(error).toMatchObject({ reason: 'internal', class: 'internal', exitCode: 5 })
  expect(error.message).not.toContain('x is not a function')
})

test('an error of a room keeps its reason, with dashes, and its class', () => {
  const error = toCliError(
    new AppError('store_newer', { status: 500, class: 'data', message: 'Newer.' }),
  )

  expect(error).toMatchObject({ reason: 'store-newer', class: 'data', message: 'Newer.' })
})

test('a refusal by the operating system names the path and is no bug', () => {
  const error = toCliError(Object.assign(new Error('EROFS: x'), { code: 'EROFS', path: '/data' }))

  expect(error).toMatchObject({ reason: 'system-refused', class: 'data' })
  expect(error.message).toContain('/data')
})

test('an error that is one of the command line already stays as it is', () => {
  const error = cliError('path-not-found', 'Gone.')

  expect(toCliError(error)).toBe(error)
})

const reply = (status: number, body: unknown) => ({ status, headers: {}, body })
const nested = (status: number, code: string, message: string) =>
  reply(status, {
    error: { code: status, message, reason: code.toUpperCase(), details: null },
    error_code: code,
  })

test.for([
  [
    'a nested refusal',
    nested(404, 'key_not_found', 'KEY_NOT_FOUND: There is no key.'),
    'key-not-found',
    'data',
    'There is no key.',
  ],
  [
    'a flat refusal',
    reply(401, { error: 'A key is needed.', error_code: 'unauthorized' }),
    'unauthorized',
    'usage',
    'A key is needed.',
  ],
  [
    'a body that the server cannot read',
    nested(400, 'invalid_json', 'INVALID_JSON: Bad.'),
    'invalid-json',
    'parse',
    'Bad.',
  ],
  [
    'a server that is stopping',
    nested(503, 'unavailable', 'UNAVAILABLE: Soon.'),
    'unavailable',
    'data',
    'Soon.',
  ],
  [
    'a bug of the server',
    nested(500, 'internal', 'INTERNAL: Oops.'),
    'internal',
    'internal',
    'Oops.',
  ],
  [
    'a proxy page',
    reply(502, '<html>'),
    'unexpected-reply',
    'data',
    'is not a Lectern server (HTTP 502',
  ],
] as const)(
  '%s becomes a failure with its own class',
  ([, answer, reason, errorClass, sentence]) => {
    const error = thrownBy(() => bodyOf(answer))

    expect(error).toMatchObject({ reason, class: errorClass })
    expect(error.message).toContain(sentence)
  },
)

test('a reply without data is not taken for one of ours', () => {
  expect(thrownBy(() => dataOf(reply(200, '<html>'))).reason).toBe('unexpected-reply')
})
