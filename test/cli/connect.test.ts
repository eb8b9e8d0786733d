import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { documentOf, lectern } from './support/process.ts'

/** A server that answers everything in one way, and where it is. */
async function answering(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

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
