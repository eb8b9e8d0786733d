import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { serveMeasurements } from '../lib/ab.ts'

// The control: plain node:http that sends the same bytes and the same headers as it was told, and a document read
// written by hand on better-sqlite3. argv: the recorded replies as JSON, and the document to keep.
interface Recorded {
  readonly headers: readonly string[]
  readonly body: string
  readonly etag: string
}

const replies = JSON.parse(process.argv[2] ?? '{}') as Readonly<Record<string, Recorded>>
const document = JSON.parse(process.argv[3] ?? '{}') as Readonly<Record<string, string>>
const bodies = new Map(Object.entries(replies).map(([path, { body }]) => [path, Buffer.from(body)]))

const dir = mkdtempSync(join(tmpdir(), 'lectern-bench-raw-'))
const db = new Database(join(dir, 'raw.db'))
db.pragma('journal_mode = WAL')
db.exec(
  'create table blobs (hash text primary key, content text); create table documents (id text primary key, workspace_id text, title text, revision integer, content_hash text, tags text, created_at integer)',
)
db.prepare('insert into blobs values (?, ?)').run(document.hash, document.content)
db.prepare('insert into documents values (?, ?, ?, 0, ?, ?, 0)').run(
  document.id,
  'default',
  document.title,
  document.hash,
  '[]',
)
const read = db.prepare(
  'select d.*, b.content from documents d join blobs b on b.hash = d.content_hash where d.id = ? and d.workspace_id = ?',
)

const server = createServer((request, response) => {
  const path = request.url ?? ''
  const reply = replies[path]
  if (reply === undefined) return void response.writeHead(404).end()
  if (path.startsWith('/v1/documents/')) {
    const row = read.get(path.slice('/v1/documents/'.length), 'default') as
      | Readonly<Record<string, unknown>>
      | undefined
    if (row === undefined) return void response.writeHead(404).end()
    if (request.headers['if-none-match'] === reply.etag) {
      return void response.writeHead(304, ['ETag', reply.etag]).end()
    }
    const body = JSON.stringify({
      data: {
        ...row,
        tags: JSON.parse(String(row.tags)),
        etag: reply.etag,
        currentVersion: row.revision,
      },
    })
    response
      .writeHead(200, [...reply.headers, 'Content-Length', String(Buffer.byteLength(body))])
      .end(body)
    return
  }
  if (request.headers['if-none-match'] === reply.etag) {
    response.writeHead(304, [...reply.headers.slice(2)]).end()
    return
  }
  const body = bodies.get(path) ?? Buffer.alloc(0)
  response.writeHead(200, [...reply.headers, 'Content-Length', String(body.length)]).end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  serveMeasurements({ port, paths: {} }, async () => {
    server.close()
    db.close()
    rmSync(dir, { recursive: true, force: true })
  })
})
