import type { Invocation } from '../command.ts'
import { textOf } from '../command.ts'
import { withConnection } from '../connect.ts'
import { cliError } from '../errors.ts'
import { plain, print, printJson } from '../output.ts'
import { dataOf } from '../reply.ts'
import type { SearchOutput } from '../schemas/content.ts'
import { wrap } from '../table.ts'

interface WireHit {
  readonly title?: string
  readonly name?: string
  readonly description?: string
  readonly highlight?: string
  readonly chunkId?: string
  readonly tags?: readonly string[]
  readonly documentId?: string
  readonly promptId?: string
  readonly collectionId?: string
}

type Hit = SearchOutput['hits'][number]

/** Finds text as it is written, best shown first, and prints where it is. */
export async function run(invocation: Invocation): Promise<void> {
  const { operands, options, json } = invocation
  // Words that the shell took apart belong to one text.
  const query = operands.join(' ')
  if (query.trim() === '') {
    throw cliError(
      'invalid-argument',
      'There is nothing to search for; give a text: lectern search <words…>.',
    )
  }
  // What is wrong with the command line is said before any server or data directory is touched.
  const limit = limitOf(textOf(options, 'limit'))
  const data = await withConnection(invocation, async ({ call }) =>
    dataOf<Readonly<Record<string, readonly WireHit[] | undefined>>>(
      await call('GET', '/v1/search', {
        query: {
          q: query,
          semantic: 'false',
          type: textOf(options, 'type'),
          limit,
          tags: textOf(options, 'tags'),
          workspace: textOf(options, 'workspace'),
        },
      }),
    ),
  )
  const output: SearchOutput = {
    schemaVersion: 'lectern.search.v1',
    query,
    mode: 'literal',
    hits: [
      ...(data.documents ?? []).map((hit) => hitOf('document', hit.documentId, hit)),
      ...(data.prompts ?? []).map((hit) => hitOf('prompt', hit.promptId, hit)),
      ...(data.collections ?? []).map((hit) => hitOf('collection', hit.collectionId, hit)),
    ],
  }
  if (json) return printJson(output)
  if (output.hits.length === 0) return print(`Nothing contains ${JSON.stringify(query)}.`)
  print(...output.hits.flatMap(linesOf))
}

function limitOf(text: string | undefined): string | undefined {
  if (text === undefined || /^[1-9]\d{0,8}$/.test(text)) return text
  throw cliError(
    'invalid-argument',
    `--limit takes a whole number from 1, not \`${text.slice(0, 80)}\`.`,
  )
}

function hitOf(type: Hit['type'], id: string | undefined, hit: WireHit): Hit {
  return {
    type,
    id: id ?? '',
    title: hit.title ?? hit.name ?? '',
    tags: [...(hit.tags ?? [])],
    ...(hit.description === undefined ? {} : { description: hit.description }),
    ...(hit.highlight === undefined ? {} : { highlight: hit.highlight }),
    ...(hit.chunkId === undefined ? {} : { chunkId: hit.chunkId }),
  }
}

function linesOf({ type, id, title, highlight }: Hit): string[] {
  return [
    `${plain(title)}  (${type} ${id})`,
    ...(highlight === undefined ? [] : wrap(plain(highlight), 92).map((line) => `  ${line}`)),
    '',
  ]
}
