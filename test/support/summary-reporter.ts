import type { Reporter, TestModule } from 'vitest/node'

/** Prints `N passed, N failed, N skipped` alone on the last line, for scripts that read the end. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 }
    for (const module of modules) {
      if (module.children.size === 0 && module.state() === 'failed') count.failed += 1
      for (const test of module.children.allTests()) count[test.result().state] += 1
    }
    const skipped = count.skipped + count.pending
    process.once('exit', () => {
      process.stdout.write(
        `\n${count.passed} passed, ${count.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
      )
    })
  }
}
