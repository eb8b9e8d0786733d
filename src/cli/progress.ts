/** Shows how far a long command is. */
export interface Progress {
  update(done: number, total: number): void
  stop(): void
}

const SILENT: Progress = { update: () => {}, stop: () => {} }

/** A bar on stderr where that is a terminal; elsewhere nothing is shown. */
export async function openProgress(what: string): Promise<Progress> {
  if (process.stderr.isTTY !== true) return SILENT
  const { SingleBar } = await import('cli-progress')
  const bar = new SingleBar({
    format: `${what} {bar} {value}/{total} · {eta_formatted} left`,
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
  })
  let started = false
  return {
    update: (done, total) => {
      if (!started) bar.start(total, 0)
      started = true
      bar.update(done)
    },
    stop: () => bar.stop(),
  }
}
