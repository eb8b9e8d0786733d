import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The built command line, as a user runs it. */
export const CLI = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly nodeArgs?: readonly string[]
}

// Settings of the developer's own shell must not reach the processes under test.
const cleanEnv = (extra: RunOptions['env'] = {}): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^LECTERN_|^NODE_OPTIONS$/.test(name)),
  ),
  ...extra,
})

/** Runs the command line to its end. */
export async function lectern(
  args: readonly string[],
  options: RunOptions = {},
): Promise<Finished> {
  const child = spawn(process.execPath, [...(options.nodeArgs ?? []), CLI, ...args], {
    cwd: options.cwd,
    env: cleanEnv(options.env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collect(child)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output() }
}

export interface Serving extends AsyncDisposable {
  readonly url: string
  readonly child: ChildProcess
  output(): { stdout: string; stderr: string }
}

/** Starts `lectern serve --json` on a free port and waits for its line. */
export async function serve(args: readonly string[], options: RunOptions = {}): Promise<Serving> {
  const child = spawn(
    process.execPath,
    [...(options.nodeArgs ?? []), CLI, 'serve', '--json', '--port', '0', ...args],
    { cwd: options.cwd, env: cleanEnv(options.env), stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const output = collect(child)
  const exited = once(child, 'close')
  const line = await Promise.race([
    firstLine(child),
    exited.then(([code]) => {
      throw new Error(`lectern serve ended with ${code}: ${output().stderr}`)
    }),
  ])
  const { url } = JSON.parse(line) as { url: string }
  return {
    url,
    child,
    output,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await exited
    },
  }
}

function collect(child: ChildProcess): () => { stdout: string; stderr: string } {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk
  })
  return () => ({ stdout, stderr })
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = ''
  for (;;) {
    const [chunk] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
    text += chunk
    const end = text.indexOf('\n')
    if (end >= 0) return text.slice(0, end)
  }
}
