import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'

/** What a server under measurement sends when it listens, and answers when asked for its CPU time. */
export interface Ready {
  readonly port: number
  readonly paths: Readonly<Record<string, string>>
}

export interface Server {
  readonly ready: Ready
  cpuMicros(): Promise<number>
  stop(): Promise<void>
}

/** Starts a server script in its own process; `args` reach it as argv. */
export async function startServer(script: URL, args: readonly string[] = []): Promise<Server> {
  const child: ChildProcess = fork(script, [...args], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [ready] = (await once(child, 'message')) as [Ready]
  return {
    ready,
    cpuMicros: async () => {
      child.send('cpu')
      const [micros] = (await once(child, 'message')) as [number]
      return micros
    },
    stop: async () => {
      const gone = once(child, 'exit')
      child.send('stop')
      await gone
    },
  }
}

/** Answers the parent's questions; `close` ends what the server holds. */
export function serveMeasurements(ready: Ready, close: () => Promise<void>): void {
  process.on('message', (message) => {
    if (message === 'cpu') {
      const { user, system } = process.cpuUsage()
      process.send?.(user + system)
    }
    if (message === 'stop') void close().finally(() => process.exit(0))
  })
  // The parent may fail; nothing it started outlives it.
  process.once('disconnect', () => process.exit(1))
  process.send?.(ready)
}

interface Load {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly seconds: number
  readonly connections: number
  readonly expect: number
}

/** CPU microseconds per request of one server under one load; throws when a reply is not what was expected. */
export async function cpuPerRequest(server: Server, load: Load): Promise<number> {
  const before = await server.cpuMicros()
  const result = await autocannon({
    url: `http://127.0.0.1:${server.ready.port}${load.path}`,
    connections: load.connections,
    duration: load.seconds,
    headers: { ...load.headers },
  })
  const after = await server.cpuMicros()
  const counts = result.statusCodeStats as Readonly<Record<string, { count: number }>>
  const seen = Object.keys(counts)
  if (seen.length !== 1 || seen[0] !== String(load.expect)) {
    throw new Error(`${load.path} answered ${JSON.stringify(counts)}, expected only ${load.expect}`)
  }
  return (after - before) / (counts[load.expect]?.count ?? 1)
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** Ratio control / target (1 = as cheap as the control) over ABBA pairs, with a bootstrap interval of 95 %. */
export async function compare(
  control: Server,
  target: Server,
  loadOf: (server: Server) => Load,
  pairs: number,
): Promise<{ ratio: number; low: number; high: number }> {
  const ratios: number[] = []
  for (let pair = 0; pair < pairs; pair += 1) {
    const order = [control, target, target, control]
    const costs: number[] = []
    for (const server of order) costs.push(await cpuPerRequest(server, loadOf(server)))
    const [a1 = 0, b1 = 1, b2 = 1, a2 = 0] = costs
    ratios.push((a1 + a2) / (b1 + b2))
  }
  return { ratio: median(ratios), ...bootstrap(ratios) }
}

function bootstrap(values: readonly number[]): { low: number; high: number } {
  // A small fixed generator, so that the same measurements give the same interval.
  let seed = 42
  const next = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  const medians = Array.from({ length: 1000 }, () =>
    median(values.map(() => values[Math.floor(next() * values.length)] ?? 0)),
  ).sort((a, b) => a - b)
  return { low: medians[25] ?? Number.NaN, high: medians[974] ?? Number.NaN }
}
