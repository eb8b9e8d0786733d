import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The built command line; `npm test` builds it first. */
export const MAIN = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))

export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Runs the command line as a user would and waits for its end, 20 seconds at most. */
export async function lectern(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const child = start(args, options)
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000)
  const [stdout, stderr, code] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    exitOf(child),
  ])
  clearTimeout(timer)
  return { code, stdout, stderr }
}

/** The JSON document on stdout, which must be all that is there. */
export const documentOf = ({ stdout }: Outcome): Record<string, unknown> => JSON.parse(stdout)

export interface Serving extends AsyncDisposable {
  readonly url: string
  readonly dataDir: string
  /** Everything written to stdout so far. */
  readonly stdout: () => string
  readonly stderr: () => string
  /** Sends a signal and answers the exit code once the process has ended. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Starts `lectern serve --json` on a free port and waits until it listens. */
export async function serve(args: readonly string[], options: RunOptions = {}): Promise<Serving> {
  const child = start(['serve', '--json', '--port', '0', ...args], options)
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = exitOf(child)
  while (!stdout.includes('\n')) {
    const code = await Promise.race([
      ended,
      new Promise<'later'>((done) => setTimeout(done, 20, 'later')),
    ])
    if (code !== 'later') throw new Error(`serve ended with ${code}: ${stderr}`)
  }
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null) child.kill(signal)
    return ended
  }
  const { url, dataDir } = JSON.parse(stdout)
  return {
    url,
    dataDir,
    stdout: () => stdout,
    stderr: () => stderr,
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop()
    },
  }
}

/** A temporary directory that is removed when its scope ends. */
export function tempDir(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'lectern-cli-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

function start(args: readonly string[], { cwd, env }: RunOptions): ChildProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('LECTERN_'))
  return spawn(process.execPath, [MAIN, ...args], {
    cwd: cwd ?? tmpdir(),
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  let text = ''
  for await (const chunk of stream ?? []) text += chunk
  return text
}

const exitOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((done) => {
    child.once('exit', (code) => done(code))
  })
