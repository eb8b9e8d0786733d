import { existsSync } from 'node:fs'
import { LIMITS } from '../../contracts/limits.ts'
import type { ImportedFile } from '../../ingest/schema.ts'
import { MAX_FILES } from '../../ingest/schema.ts'
import { titleOf } from '../../ingest/title.ts'
import type { FoundFile } from '../../ingest/walk.ts'
import { readText, walk } from '../../ingest/walk.ts'
import type { Invocation } from '../command.ts'
import { textOf } from '../command.ts'
import type { Call } from '../connect.ts'
import { loadConfigOf, withConnection } from '../connect.ts'
import { cliError, kebab } from '../errors.ts'
import { plain, print, printJson } from '../output.ts'
import { openProgress } from '../progress.ts'
import { dataOf } from '../reply.ts'
import type { ImportOutput } from '../schemas/content.ts'

/** Characters of one request: far below what a body may have, enough to share a commit. */
const BATCH_LENGTH = 2 * 1024 * 1024

type Imported = ImportOutput['imported'][number]

interface Loaded {
  readonly found: FoundFile
  readonly content: string
}

/** Takes files and folders in as documents, and says of each that was left out why. */
export async function run(invocation: Invocation): Promise<void> {
  const { operands, options, json } = invocation
  const dryRun = options['dry-run'] === true
  const { config } = await loadConfigOf(invocation)
  for (const path of operands) {
    if (!existsSync(path)) throw cliError('path-not-found', `There is no file or folder ${path}.`)
  }
  const { found, skipped } = await walk(operands, config.limits.documentBytes)
  const output: ImportOutput = {
    schemaVersion: 'lectern.import.v1',
    dryRun,
    imported: [],
    skipped: skipped.filter(({ reason }) => reason !== 'same-path'),
    // A file that was meant to be taken in and is not must not pass for success.
    failed: skipped.filter(({ reason }) => reason === 'same-path'),
  }
  if (dryRun) await look(found, output)
  else
    await withConnection(invocation, ({ call }) =>
      send(call, found, output, textOf(options, 'workspace')),
    )
  output.skipped.sort((a, b) => (a.path < b.path ? -1 : 1))
  if (json) printJson(output)
  else print(...summary(output))
  if (output.failed.length > 0) {
    throw cliError(
      'policy-failed',
      `${output.failed.length} of ${output.failed.length + output.imported.length} files could not be imported.`,
    )
  }
}

async function look(found: readonly FoundFile[], output: ImportOutput): Promise<void> {
  for (const file of found) {
    const text = await readText(file)
    if (typeof text !== 'string') output.skipped.push(text)
    else output.imported.push(entryOf({ found: file, content: text }, 'found'))
  }
}

async function send(
  call: Call,
  found: readonly FoundFile[],
  output: ImportOutput,
  workspace: string | undefined,
): Promise<void> {
  const progress = await openProgress('Importing')
  let done = 0
  const flush = async (batch: readonly Loaded[]): Promise<void> => {
    const [first] = batch
    if (first === undefined) return
    const reply = await call('POST', '/v1/import', {
      body: { files: batch.map(({ found: { path }, content }) => ({ path, content })) },
      query: { workspace },
    })
    // How much the server takes at once is its own setting, and escapes can make a text several times as long.
    if (reply.status === 413 && batch.length > 1) {
      const half = Math.ceil(batch.length / 2)
      await flush(batch.slice(0, half))
      return flush(batch.slice(half))
    }
    if (reply.status === 413) {
      const { path } = first.found
      const message = 'It is larger than a request to this server may be.'
      return void output.failed.push({ path, reason: 'payload-too-large', message })
    }
    const { files } = dataOf<{ files: readonly ImportedFile[] }>(reply)
    for (const [at, file] of files.entries()) {
      const loaded = batch[at]
      if (loaded !== undefined) record(output, loaded, file)
    }
  }
  try {
    let batch: Loaded[] = []
    let length = 0
    for (const file of found) {
      const content = await readText(file)
      done += 1
      if (typeof content === 'string') {
        if (batch.length === MAX_FILES || length + content.length > BATCH_LENGTH) {
          await flush(batch)
          progress.update(done, found.length)
          batch = []
          length = 0
        }
        batch.push({ found: file, content })
        length += content.length
      } else output.skipped.push(content)
    }
    await flush(batch)
    progress.update(done, found.length)
  } finally {
    progress.stop()
  }
}

function record(output: ImportOutput, loaded: Loaded, file: ImportedFile): void {
  const { path, outcome, id, title, reason, message } = file
  if (outcome === 'failed') {
    output.failed.push({ path, reason: kebab(reason ?? 'internal'), message: message ?? '' })
  } else {
    const entry = entryOf(loaded, outcome)
    output.imported.push({
      ...entry,
      title: title ?? entry.title,
      ...(id === undefined ? {} : { id }),
    })
  }
}

const entryOf = ({ found, content }: Loaded, outcome: Imported['outcome']): Imported => ({
  path: found.path,
  title: titleOf(found.path, content, LIMITS.titleLength.value),
  bytes: found.bytes,
  outcome,
})

function summary({ dryRun, imported, skipped, failed }: ImportOutput): string[] {
  const count = (outcome: Imported['outcome']) =>
    imported.filter((file) => file.outcome === outcome).length
  const files = (n: number) => `${n} ${n === 1 ? 'file' : 'files'}`
  return [
    ...(dryRun ? imported.map(({ path, title }) => `  ${plain(path)}  ${plain(title)}`) : []),
    dryRun
      ? `${files(imported.length)} would be imported; nothing was written.`
      : `${files(imported.length)}: ${count('created')} created, ${count('updated')} updated, ${count('unchanged')} unchanged.`,
    ...[...skipped, ...failed].map(({ path, message }) => `  left out ${plain(path)}: ${message}`),
  ]
}
