import { expect, test } from 'vitest'
import { answering } from './support/answering.ts'
import { documentOf, lectern } from './support/process.ts'

const failureOf = async (url: string, ...more: string[]) => {
  const outcome = await lectern(['keys', 'list', '--url', url, '--json', ...more])
  return {
    exit: outcome.code,
    ...(documentOf(outcome).error as { reason: string; message: string }),
  }
}

test('a URL where nobody answers is unreachable', async () => {
  const { url } = await answering(() => {}).then(async (server) => {
    await server[Symbol.asyncDispose]()
    return server
  })

  const failure = await failureOf(url)

  expect(failure).toMatchObject({ exit: 3, reason: 'server-unreachable' })
  expect(failure.message).toContain(`No server answers at ${url} (ECONNREFUSED).`)
})

test('a redirect is refused, so the key goes nowhere else', async () => {
  const seen: string[] = []
  await using target = await answering((request, response) => {
    seen.push(String(request.headers.authorization))
    response.end()
  })
  await using server = await answering((_request, response) => {
    response.writeHead(307, { location: target.url }).end()
  })

  const failure = await failureOf(server.url, '--key', 'gm_a_b')

  expect(failure).toMatchObject({ exit: 3, reason: 'unexpected-reply' })
  expect(seen).toEqual([])
})

test.for([
  ['a web page', 200, 'text/html', '<html>'],
  ['broken JSON', 200, 'application/json', '{'],
  ['JSON of something else', 200, 'application/json', '[]'],
  ['an error page', 502, 'text/html', '<html>'],
] as const)('%s is not taken for a Lectern server', async ([, status, type, body]) => {
  await using server = await answering((_request, response) => {
    response.writeHead(status, { 'content-type': type }).end(body)
  })

  expect(await failureOf(server.url)).toMatchObject({ exit: 3, reason: 'unexpected-reply' })
})

test('a server that hangs up is unreachable, and the sentence is no stack', async () => {
  await using server = await answering((request) => request.socket.destroy())

  const failure = await failureOf(server.url)

  expect(failure).toMatchObject({ exit: 3, reason: 'server-unreachable' })
  expect(failure.message).not.toMatch(/\n|fetch failed/)
})

test('a rate limit is waited for aloud, and the call then goes on', async () => {
  let calls = 0
  await using server = await answering((_request, response) => {
    calls += 1
    if (calls === 1) {
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '1' })
      response.end('{"error":"Too many.","error_code":"rate_limited"}')
    } else response.setHeader('content-type', 'application/json').end('{"data":[]}')
  })

  const outcome = await lectern(['keys', 'list', '--url', server.url, '--json'])

  expect(outcome).toMatchObject({ code: 0 })
  expect(outcome.stderr).toBe(
    'lectern: The server limits how often this key may call; going on in 1 seconds.\n',
  )
  expect(documentOf(outcome).keys).toEqual([])
})

test('a rate limit without a time to wait for is a refusal', async () => {
  await using server = await answering((_request, response) => {
    response.writeHead(429, { 'content-type': 'application/json' })
    response.end('{"error":"Too many.","error_code":"rate_limited"}')
  })

  expect(await failureOf(server.url)).toMatchObject({ exit: 3, reason: 'rate-limited' })
})
