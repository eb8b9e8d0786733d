// Cost of the discovery paths and of one document read, as the ratio of CPU per request of a raw node:http server that
// sends the same bytes and headers to that of a whole instance with every guard on. 1 means as cheap as raw.
//
//   npx tsx bench/discovery.ts [--pairs 5] [--seconds 2] [--short]
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Server } from './lib/ab.ts'
import { compare, cpuPerRequest, startServer } from './lib/ab.ts'

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    short: { type: 'boolean', default: false },
  },
})
const pairs = values.short ? 2 : Number(values.pairs)
const seconds = values.short ? 1 : Number(values.seconds)

const thresholds = JSON.parse(
  readFileSync(new URL('../benchmarks/thresholds.json', import.meta.url), 'utf8'),
) as { performance: Record<string, number> }

const content = Array.from(
  { length: 60 },
  (_, line) => `Line ${line} of the document that is read.`,
).join('\n')
const target = await startServer(new URL('./servers/lectern.ts', import.meta.url), [content])
const base = `http://127.0.0.1:${target.ready.port}`
const documentPath = target.ready.paths.document ?? ''

/** Headers that Node itself adds to every reply, on both sides. */
const OWN = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'])

async function record(path: string) {
  const reply = await fetch(base + path, { headers: { 'Accept-Encoding': 'identity' } })
  const headers = [...reply.headers].filter(([name]) => !OWN.has(name)).flat()
  return { headers, body: await reply.text(), etag: reply.headers.get('etag') ?? '' }
}

const PATHS = { capabilities: '/v1/capabilities', health: '/health', document: documentPath }
const recorded = Object.fromEntries(
  await Promise.all(Object.values(PATHS).map(async (path) => [path, await record(path)] as const)),
)
const document = {
  id: documentPath.split('/').at(-1),
  title: 'Measured',
  hash: hash('sha256', content, 'hex'),
  content,
}
const raw = new URL('./servers/raw.ts', import.meta.url)
const args = [JSON.stringify(recorded), JSON.stringify(document)]
const [control, twin] = await Promise.all([startServer(raw, args), startServer(raw, args)])

const rows: {
  row: string
  ratio: number
  low: number
  high: number
  threshold: number | undefined
}[] = []
const measure = async (row: string, path: string, conditional: boolean, other: Server = target) => {
  const etag = recorded[path]?.etag ?? ''
  const load = () => ({
    path,
    seconds,
    connections: 8,
    expect: conditional ? 304 : 200,
    headers: conditional ? { 'If-None-Match': etag } : {},
  })
  const result = await compare(control, other, load, pairs)
  const threshold = thresholds.performance[row]
  rows.push({ row, ...result, threshold })
  const show = (value: number) => value.toFixed(2)
  console.log(
    `${row.padEnd(18)} ${show(result.ratio)}  [${show(result.low)}, ${show(result.high)}]${threshold === undefined ? '' : `  needs ${threshold}`}`,
  )
}

// Every server meets every kind of request before any is measured: a compiler that has seen one of them longer than the
// other makes equal code differ by a fifth.
for (const server of [control, twin, target]) {
  for (const path of Object.values(PATHS)) {
    for (const etag of ['', recorded[path]?.etag ?? '']) {
      const headers: Record<string, string> = etag === '' ? {} : { 'If-None-Match': etag }
      const expect = etag === '' ? 200 : 304
      await cpuPerRequest(server, { path, headers, expect, seconds: 1, connections: 8 })
    }
  }
}

console.log('row                ratio  95 % interval')
await measure('a/a', PATHS.capabilities, false, twin)
await measure('capabilities-200', PATHS.capabilities, false)
await measure('capabilities-304', PATHS.capabilities, true)
await measure('health', PATHS.health, false)
await measure('document-200', PATHS.document, false)
await measure('document-304', PATHS.document, true)
await Promise.all([target.stop(), control.stop(), twin.stop()])

const noise = rows[0]?.ratio ?? 0
if (noise < 0.92 || noise > 1.08) {
  console.log(
    `Inconclusive: two equal servers differ by ${noise.toFixed(2)}; the machine is too busy to judge.`,
  )
} else {
  // Short runs only catch a real regression; the long run holds the target itself.
  const slack = values.short ? 0.8 : 1
  const missed = rows.filter(
    ({ high, threshold }) => threshold !== undefined && high < threshold * slack,
  )
  for (const { row, high, threshold } of missed) {
    console.log(`${row}: even the upper bound ${high.toFixed(2)} is below ${threshold}.`)
  }
  process.exitCode = missed.length === 0 ? 0 : 1
}
