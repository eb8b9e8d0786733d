#!/usr/bin/env node
// Imports nothing at the top: `lectern capabilities --json` loads the manifest and nothing else, so that an
// agent can ask what this build does for the price of starting Node.
const argv = process.argv.slice(2)

if (argv.length === 2 && argv[0] === 'capabilities' && argv[1] === '--json') {
  const [{ MANIFEST_JSON }, { write }] = await Promise.all([
    import('../contracts/manifest.generated.ts'),
    import('./output.ts'),
  ])
  write(MANIFEST_JSON)
} else {
  const { run } = await import('./run.ts')
  process.exitCode = await run(argv)
}
