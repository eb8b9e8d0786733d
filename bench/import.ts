// Speed of an import into a fresh instance, as the ratio of the time that the same rows take when they are inserted, ready
// made, by prepared better-sqlite3 statements into the same tables in transactions as large. 1 means as fast as that.
//
//   npx tsx bench/import.ts [--files 2000] [--pairs 5] [--short]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'
import { LOCAL_OWNER } from '../src/access/service.ts'
import type { Caller } from '../src/contracts/caller.ts'
import { DEFAULT_WORKSPACE } from '../src/contracts/caller.ts'
import { defaultLimits } from '../src/contracts/limits.ts'
import { foldText } from '../src/lib/fold.ts'
import { makeServices } from '../src/services.ts'
import { openStore } from '../src/store/open.ts'

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '2000' },
    pairs: { type: 'string', default: '5' },
    short: { type: 'boolean', default: false },
  },
})
const count = values.short ? 500 : Number(values.files)
const pairs = values.short ? 2 : Number(values.pairs)
const BATCH = 100
const clock = { now: () => Date.now() }
const caller: Caller = {
  principal: LOCAL_OWNER,
  workspaceId: DEFAULT_WORKSPACE,
  origin: 'rest',
  requestId: 'bench',
}

type Row = Readonly<Record<string, string | number | null>>
const TABLES = ['blobs', 'documents', 'document_versions', 'indexed_items', 'item_tags'] as const
interface Rows {
  readonly tables: Readonly<Record<(typeof TABLES)[number], readonly Row[]>>
  readonly folded: readonly string[]
}

const SYLLABLES = 'con text ser ver a gent re vi sion pro mpt do cu ment li ne ab stract'.split(' ')

/** A Markdown file of 4 kB with words that differ from file to file, the same at each run. */
function fileOf(seed: number) {
  let state = seed + 1
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % below
  }
  let content = `# File ${seed}\n\n`
  while (content.length < 4096) {
    const word = Array.from({ length: 1 + next(3) }, () => SYLLABLES[next(SYLLABLES.length)])
    content += word.join('') + (next(12) === 0 ? '.\n' : ' ')
  }
  return { path: `bench/${seed}.md`, content }
}

const files = Array.from({ length: count }, (_, seed) => fileOf(seed))

async function inFreshDirectory<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'lectern-bench-'))
  try {
    return await work(dir)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Milliseconds of an import through the service, and the rows that it made. */
const importFiles = () =>
  inFreshDirectory(async (dir) => {
    const store = await openStore({ dataDir: dir, url: 'sqlite:', clock })
    const { imports } = await makeServices({ store, clock, limits: defaultLimits() })
    const start = performance.now()
    for (let at = 0; at < files.length; at += BATCH) {
      const taken = await imports.import(caller, { files: files.slice(at, at + BATCH) })
      if (taken.some(({ outcome }) => outcome !== 'created')) throw new Error('not all was created')
    }
    const ms = performance.now() - start
    await store.close()
    const database = new Database(join(dir, 'lectern.db'), { readonly: true })
    const all = (table: string) =>
      database.prepare(`select * from ${table} order by rowid`).all() as Row[]
    const tables: Rows['tables'] = {
      blobs: all('blobs'),
      documents: all('documents'),
      document_versions: all('document_versions'),
      indexed_items: all('indexed_items'),
      item_tags: all('item_tags'),
    }
    database.close()
    const contents = new Map(tables.blobs.map(({ hash, content }) => [hash, content]))
    const folded = tables.documents.map(({ title, content_hash }) =>
      foldText(`${title}\n\n${contents.get(content_hash ?? '')}`),
    )
    return { ms, rows: { tables, folded } satisfies Rows }
  })

/** Milliseconds of inserting the rows as they are. */
const insertRows = ({ tables, folded }: Rows) =>
  inFreshDirectory(async (dir) => {
    await (await openStore({ dataDir: dir, url: 'sqlite:', clock })).close()
    const database = new Database(join(dir, 'lectern.db'))
    for (const pragma of ['journal_mode = wal', 'synchronous = full', 'cache_size = -16384'])
      database.pragma(pragma)
    const inserts = TABLES.map((table) => {
      const names = Object.keys(tables[table][0] ?? {})
      const insert =
        names.length === 0
          ? undefined
          : database.prepare(
              `insert into ${table} (${names.join()}) values (${names.map((name) => `@${name}`).join()})`,
            )
      return { table, insert }
    })
    const substring = database.prepare('insert into substrings (rowid, folded) values (?, ?)')
    const start = performance.now()
    for (let at = 0; at < folded.length; at += BATCH) {
      database.transaction(() => {
        for (let row = at; row < Math.min(at + BATCH, folded.length); row += 1) {
          for (const { table, insert } of inserts) {
            const values = tables[table][row]
            if (values !== undefined) insert?.run(values)
          }
          substring.run(tables.indexed_items[row]?.id, folded[row])
        }
      })()
    }
    const ms = performance.now() - start
    database.close()
    return ms
  })

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

// The first pair warms both sides up.
await insertRows((await importFiles()).rows)
const ratios: number[] = []
for (let pair = 0; pair < pairs; pair += 1) {
  const { ms, rows } = await importFiles()
  const raw = await insertRows(rows)
  ratios.push(raw / ms)
  process.stdout.write(
    `pair ${pair + 1}: import ${ms.toFixed(0)} ms, rows alone ${raw.toFixed(0)} ms, ratio ${(raw / ms).toFixed(3)}\n`,
  )
}
process.stdout.write(
  `${JSON.stringify({ benchmark: 'import', files: count, pairs, ratio: Number(median(ratios).toFixed(3)) })}\n`,
)
