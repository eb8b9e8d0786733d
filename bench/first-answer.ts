// Seconds from nothing to the first answer, as a new user gets there: start the built server on an empty directory, import
// docs/ with the command line, find a passage over HTTP. Beside it the start alone, against `node -e 0` in the same run.
//
//   npm run build && npx tsx bench/first-answer.ts [--runs 5] [--write]
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { median } from './lib/ab.ts'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, write: { type: 'boolean', default: false } },
})
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CLI = join(ROOT, 'dist/cli/main.js')

async function measure(): Promise<{ bare: number; start: number; answer: number }> {
  const data = mkdtempSync(join(tmpdir(), 'lectern-first-'))
  const before = performance.now()
  spawnSync(process.execPath, ['-e', '0'])
  const bare = performance.now() - before
  const began = performance.now()
  const server = spawn(process.execPath, [CLI, 'serve', '--json', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = (await once(server.stdout, 'data')) as [Buffer]
    const start = performance.now() - began
    const { url } = JSON.parse(String(line)) as { url: string }
    const imported = spawnSync(process.execPath, [
      CLI,
      'import',
      join(ROOT, 'docs'),
      '--data',
      data,
    ])
    if (imported.status !== 0) throw new Error(String(imported.stderr))
    const reply = await fetch(
      `${url}/v1/search?semantic=false&q=${encodeURIComponent('data directory')}`,
    )
    const { data: hits } = (await reply.json()) as { data: { documents: unknown[] } }
    if (hits.documents.length === 0) throw new Error('The search found nothing.')
    return { bare, start, answer: performance.now() - began }
  } finally {
    server.kill('SIGTERM')
    await once(server, 'close')
    rmSync(data, { recursive: true, force: true })
  }
}

const runs = []
for (let run = 0; run < Number(values.runs); run += 1) runs.push(await measure())
const answer = median(runs.map((run) => run.answer)) / 1000
const ratio = median(runs.map((run) => run.start / run.bare))
console.log(
  `first answer after ${answer.toFixed(1)} s; start takes ${ratio.toFixed(1)} times \`node -e 0\``,
)

if (values.write) {
  const readme = join(ROOT, 'README.md')
  const sentence = `From an empty directory to the first answer (start, import of \`docs/\`, literal search over HTTP) takes about
${answer.toFixed(1)} seconds on a small machine with 2 cores, measured by \`npx tsx bench/first-answer.ts\`.`
  const text = readFileSync(readme, 'utf8')
  writeFileSync(
    readme,
    text.replace(
      /<!-- first-answer -->[\s\S]*?<!-- \/first-answer -->/,
      `<!-- first-answer -->\n${sentence}\n<!-- /first-answer -->`,
    ),
  )
}
