import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { Caller } from '../contracts/caller.ts'
import { canonicalJson } from '../lib/canonical-json.ts'
import type { Clock } from '../lib/clock.ts'

/** One call as the audit log keeps it: who, where, what, and whether it was allowed; never the arguments. */
export interface AuditedCall {
  readonly caller: Caller | undefined
  /** The capability that was asked for; empty for unknown paths. */
  readonly tool: string
  /** Method and path pattern. */
  readonly method: string
  readonly deniedReason: string | null
  readonly arguments: unknown
}

export interface AuditDeps {
  readonly dataDir: string
  readonly clock: Clock
  readonly log: FastifyBaseLogger
}

/** Appends JSON lines to `audit.jsonl` in the data directory; each line is written before the next call ends. */
export class AuditLog {
  readonly #clock: Clock
  readonly #file: ReturnType<typeof pino.destination>

  constructor({ dataDir, clock, log }: AuditDeps) {
    this.#clock = clock
    this.#file = pino.destination({
      dest: join(dataDir, 'audit.jsonl'),
      append: true,
      sync: true,
      mode: 0o600,
    })
    // A full disk must not take the server down; the calls go on and the loss is said.
    this.#file.on('error', (err: Error) => log.error({ err }, 'The audit log cannot be written'))
  }

  record(call: AuditedCall): void {
    const line = {
      ts: new Date(this.#clock.now()).toISOString(),
      tokenId: call.caller?.principal.id ?? null,
      workspaceId: call.caller?.workspaceId ?? null,
      tool: call.tool,
      method: call.method,
      allowed: call.deniedReason === null,
      deniedReason: call.deniedReason,
      argumentsMd5: hash('md5', canonicalJson(call.arguments), 'hex'),
    }
    this.#file.write(`${JSON.stringify(line)}\n`)
  }

  close(): void {
    this.#file.end()
  }
}
