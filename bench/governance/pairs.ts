import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Manifest, Verdicts } from './score.ts'
import { failuresOf, renderScore, scoreCorpus } from './score.ts'

const { values } = parseArgs({
  options: { pairs: { type: 'string' }, verbose: { type: 'boolean', default: false } },
})

if (values.pairs === undefined) {
  console.error('usage: tsx bench/governance/pairs.ts --pairs DIR [--verbose]')
  process.exit(2)
}

const scores: Verdicts[] = []
for (const corpus of await listCorpora(values.pairs)) {
  const folder = join(values.pairs, corpus)
  const manifest: Manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  const documents = new Map<string, unknown>()
  for (const { base, revision } of manifest.pairs) {
    for (const file of [base, revision]) {
      if (!documents.has(file)) {
        documents.set(file, JSON.parse(await readFile(join(folder, file), 'utf8')))
      }
    }
  }
  scores.push(scoreCorpus(corpus, manifest, documents))
}

console.log(renderScore(scores, values.verbose))
const failures = failuresOf(scores)
for (const failure of failures) console.log(`below target: ${failure}`)
process.exitCode = failures.length === 0 ? 0 : 1

async function listCorpora(folder: string): Promise<readonly string[]> {
  const { readdir } = await import('node:fs/promises')
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}
