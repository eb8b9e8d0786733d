import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finished, Serving as Started } from '../../support/process.ts'
import { lectern as run, serve as start } from '../../support/process.ts'

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly nodeArgs?: readonly string[]
}

/** Where commands run: away from the checkout, and from what any other run has left behind. */
const AWAY = mkdtempSync(join(tmpdir(), 'lectern-cli-'))
process.once('exit', () => rmSync(AWAY, { recursive: true, force: true }))

/** Runs the command line as a user would, away from the checkout, and waits for its end. */
export const lectern = (args: readonly string[], options: RunOptions = {}): Promise<Finished> =>
  run(args, { cwd: AWAY, ...options })

/** The JSON document on stdout, which must be all that is there. */
export const documentOf = ({ stdout }: Finished): Record<string, unknown> => JSON.parse(stdout)

export interface Serving extends Started {
  /** Sends a signal and answers the exit code once the process has ended. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Starts `lectern serve --json` on a free port and waits until it listens. */
export async function serve(args: readonly string[], options: RunOptions = {}): Promise<Serving> {
  const server = await start(args, { cwd: AWAY, ...options })
  return {
    ...server,
    stop: async (signal = 'SIGTERM') => {
      server.child.kill(signal)
      await server[Symbol.asyncDispose]()
      return server.child.exitCode
    },
  }
}
