import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { sha256Hex } from '../../src/lib/hash.ts'
import { faultsOf } from '../store/support/audit.ts'
import { tempDir } from '../support/app.ts'
import type { Serving } from '../support/process.ts'
import { serve } from '../support/process.ts'

const CYCLES = process.env.LECTERN_TEST_LONG === '1' ? 40 : 5
const WRITERS = 8

/** What a writer was told about its document: acknowledged, and perhaps one write whose answer never came. */
interface Known {
  readonly id: string
  revision: number
  content: string | undefined
  /** Sent, not answered: either this or the state above is there. */
  pending?: string | null
}

async function call(server: Serving, method: string, path: string, body?: object) {
  const reply = await fetch(server.url + path, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const json = (await reply.json()) as {
    data: { id: string; revision: number; content: string; contentHash: string }
  }
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(json)}`)
  return json.data
}

/** Writes until the server is gone, remembering every acknowledgement. */
async function write(server: Serving, writer: number, known: Known[]): Promise<number> {
  let acknowledged = 0
  const own: Known[] = []
  try {
    for (let n = 0; ; n += 1) {
      const text = `writer ${writer} wrote ${server.child.pid}-${n} ${'x'.repeat(n % 700)}`
      const target = own[n % 7]
      if (target === undefined || target.content === undefined) {
        const { id, revision } = await call(server, 'POST', '/v1/documents', {
          title: `D${n}`,
          content: text,
        })
        const document: Known = { id, revision, content: text }
        own.push(document)
        known.push(document)
      } else if (n % 23 === 0) {
        target.pending = null
        await call(server, 'DELETE', `/v1/documents/${target.id}`)
        target.content = undefined
        delete target.pending
        own.splice(own.indexOf(target), 1)
      } else {
        target.pending = text
        const { revision } = await call(server, 'PATCH', `/v1/documents/${target.id}`, {
          content: text,
        })
        Object.assign(target, { revision, content: text })
        delete target.pending
      }
      acknowledged += 1
    }
  } catch (error) {
    // The connection breaks when the server goes; anything else is a failure of its own.
    if (!(error instanceof TypeError)) throw error
    return acknowledged
  }
}

async function verify(server: Serving, known: readonly Known[]): Promise<void> {
  for (const { id, revision, content, pending } of known) {
    const reply = await fetch(`${server.url}/v1/documents/${id}`)
    if (reply.status === 404) {
      expect([content, pending]).toContain(content === undefined ? undefined : null)
      continue
    }
    expect(content).toBeDefined()
    const { data } = (await reply.json()) as {
      data: { content: string; contentHash: string; revision: number }
    }
    const isPending = data.content === pending
    expect(data.content).toBe(isPending ? pending : content)
    expect(data.revision).toBe(revision + (isPending ? 1 : 0))
    expect(data.contentHash).toBe(sha256Hex(data.content))
    const history = (await fetch(`${server.url}/v1/documents/${id}/versions`).then((r) =>
      r.json(),
    )) as {
      data: { version: number; contentHash: string }[]
    }
    expect(history.data.map(({ version }) => version)).toEqual(
      Array.from({ length: data.revision + 1 }, (_, n) => data.revision - n),
    )
    expect(history.data[0]?.contentHash).toBe(data.contentHash)
    const words = data.content.slice(0, data.content.lastIndexOf(' '))
    const found = (await fetch(
      `${server.url}/v1/search?semantic=false&limit=50&q=${encodeURIComponent(words)}`,
    ).then((r) => r.json())) as { data: { documents: { documentId: string }[] } }
    expect(found.data.documents.map(({ documentId }) => documentId)).toContain(id)
  }
}

test('what was acknowledged survives kill -9, whole, and the server is ready again within two seconds', {
  timeout: 60_000 + CYCLES * 30_000,
}, async () => {
  using dir = tempDir()
  const known: Known[] = []
  let acknowledged = 0

  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const started = performance.now()
    const server = await serve(['--data', dir.path])
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
    const ready = performance.now() - started
    await verify(server, known)
    // What the killed server had under way is settled now, one way or the other.
    known.splice(0, known.length, ...known.filter(({ pending }) => pending === undefined))
    const writers = Array.from({ length: WRITERS }, (_, writer) => write(server, writer, known))
    await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * 300))
    const gone = once(server.child, 'close')
    server.child.kill('SIGKILL')
    await gone
    for (const count of await Promise.all(writers)) acknowledged += count
    expect(faultsOf(join(dir.path, 'lectern.db'))).toEqual([])
    expect(ready).toBeLessThan(2000)
  }

  await using server = await serve(['--data', dir.path])
  await verify(server, known)
  expect(acknowledged).toBeGreaterThan(CYCLES * 20)
})

test('a server that is told to stop finishes what is in flight, loses nothing and ends in time', async () => {
  using dir = tempDir()
  const known: Known[] = []
  const server = await serve(['--data', dir.path])
  const writers = Array.from({ length: WRITERS }, (_, writer) =>
    write(server, writer, known).catch((error: Error) => {
      // While it stops it may also say so.
      if (!error.message.includes('503')) throw error
    }),
  )
  await new Promise((resolve) => setTimeout(resolve, 300))
  const started = performance.now()
  const gone = once(server.child, 'close')
  server.child.kill('SIGTERM')

  const [code] = await gone

  await Promise.all(writers)
  expect(code).toBe(0)
  expect(performance.now() - started).toBeLessThan(10_000)
  expect(known.length).toBeGreaterThan(10)
  expect(faultsOf(join(dir.path, 'lectern.db'))).toEqual([])
  await using again = await serve(['--data', dir.path])
  await verify(again, known)
})

test('a server that is told to stop does not wait for connections on which nothing is asked', async () => {
  using dir = tempDir()
  const server = await serve(['--data', dir.path])
  const agent = new Agent({ keepAlive: true, maxSockets: WRITERS })
  let stopping = false
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!stopping) {
      // A connection may be closed at the very moment at which the next request is sent on it.
      await post(agent, `${server.url}/v1/documents`, { title: 'T', content: 'c' }).catch(() => {})
    }
  })
  await new Promise((resolve) => setTimeout(resolve, 200))
  const started = performance.now()
  const gone = once(server.child, 'close')
  stopping = true
  server.child.kill('SIGTERM')

  const [code] = await gone

  await Promise.all(writers)
  agent.destroy()
  expect(code).toBe(0)
  expect(performance.now() - started).toBeLessThan(5000)
})

/** Posts over a connection of the agent, which is kept open for as long as the server lets it. */
async function post(agent: Agent, url: string, body: object): Promise<void> {
  const sent = request(url, {
    method: 'POST',
    agent,
    headers: { 'Content-Type': 'application/json' },
  })
  sent.end(JSON.stringify(body))
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  reply.resume()
  await once(reply, 'end')
}

interface Sent {
  readonly key: string
  readonly method: string
  readonly path: string
  readonly body: object
  /** The answer's bytes; undefined when none came. */
  answer?: string
}

/** Sends one request under its key and remembers the answer. */
async function sendOnce(server: Serving, sent: Sent): Promise<{ id: string }> {
  const reply = await fetch(server.url + sent.path, {
    method: sent.method,
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': sent.key },
    body: JSON.stringify(sent.body),
  })
  const answer = await reply.text()
  if (!reply.ok) throw new Error(`${sent.method} ${sent.path}: ${reply.status} ${answer}`)
  if (sent.answer !== undefined) {
    expect(answer).toBe(sent.answer)
    expect(reply.headers.get('Idempotency-Replayed')).toBe('true')
  }
  sent.answer = answer
  return (JSON.parse(answer) as { data: { id: string } }).data
}

test('a client that repeats under its key what kill -9 left unanswered has each effect once', {
  timeout: 60_000 + CYCLES * 30_000,
}, async () => {
  using dir = tempDir()
  const every: Sent[] = []

  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const server = await serve(['--data', dir.path])
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      try {
        for (let n = 0; ; n += 1) {
          const key = `${cycle}-${writer}-${n}`
          const body = { title: key, content: `made ${key}` }
          const create: Sent = { key, method: 'POST', path: '/v1/documents', body }
          every.push(create)
          const { id } = await sendOnce(server, create)
          const path = `/v1/documents/${id}`
          const change = { key, method: 'PATCH', path, body: { content: `changed ${key}` } }
          every.push(change)
          await sendOnce(server, change)
        }
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
      }
    })
    await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 200))
    const gone = once(server.child, 'close')
    server.child.kill('SIGKILL')
    await gone
    await Promise.all(writers)
  }

  const server = await serve(['--data', dir.path])
  const unanswered = every.filter(({ answer }) => answer === undefined).length
  for (const sent of every) await sendOnce(server, sent)
  await server[Symbol.asyncDispose]()

  const file = join(dir.path, 'lectern.db')
  const db = new Database(file, { readonly: true })
  const count = (table: string) => db.prepare(`select count(*) from ${table}`).pluck().get()
  const made = every.filter(({ method }) => method === 'POST').length
  expect(unanswered).toBeGreaterThan(0)
  expect([count('documents'), count('document_versions')]).toEqual([made, every.length])
  db.close()
  expect(faultsOf(file)).toEqual([])
})
