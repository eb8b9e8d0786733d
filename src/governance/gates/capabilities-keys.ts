import { CapabilitiesDocument } from '../../contracts/capabilities.ts'
import type { Facts } from '../facts.ts'
import type { Finding, Gate } from '../gate.ts'
import { failure } from '../gate.ts'
import { keyPathsOfSchema, keyPathsOfValue } from '../key-paths.ts'
import { findBlock, plainCell, tableRows } from '../markdown.ts'
import { CAPABILITIES_DOC } from '../projections/capabilities-doc.ts'
import { missingMarker, staleProjections } from '../projections.ts'

/** The hand-written parts of the document: a list of keys, and a table of them and of what is inside them. */
const KEY_BLOCKS = { list: 'top-level-keys', table: 'key-table', nested: 'nested-key-table' }

/** The capabilities contract names exactly the keys that the running server sends, in its order. */
export const capabilitiesKeys: Gate = {
  id: 'capabilities-keys',
  title: 'The capabilities contract lists what the server sends',
  run(facts) {
    const { capabilities, checkout } = facts
    const text = checkout.read(CAPABILITIES_DOC) ?? ''
    const served = Object.keys(capabilities)
    const promised = keyPathsOfSchema(CapabilitiesDocument)
    const nested = promised.filter((path) => /[.[]/.test(path))
    return {
      compared: served.length + promised.length,
      findings: [
        ...compareKeys(served, text, { block: KEY_BLOCKS.list, read: keysOfList }),
        ...compareKeys(served, text, { block: KEY_BLOCKS.table, read: keysOfTable }),
        ...compareKeys(nested, text, { block: KEY_BLOCKS.nested, read: keysOfTable }),
        ...againstSchema(facts, promised),
        ...staleProjections('capabilities-keys', facts),
      ],
    }
  },
}

interface KeyBlock {
  readonly block: string
  readonly read: (lines: readonly string[]) => readonly string[]
}

const keysOfList = (lines: readonly string[]): readonly string[] =>
  [...lines.join(' ').matchAll(/`([^`]+)`/g)].map(([, key = '']) => key)

const keysOfTable = (lines: readonly string[]): readonly string[] =>
  tableRows(lines).map(([key = '']) => plainCell(key))

function compareKeys(
  expected: readonly string[],
  text: string,
  { block, read }: KeyBlock,
): readonly Finding[] {
  const found = findBlock(text, block)
  if (found === undefined) return [missingMarker(CAPABILITIES_DOC, block)]
  const listed = read(found.lines)
  const say = (key: string, what: string) =>
    failure(
      'key-list-drift',
      key,
      `The block ${block} of ${CAPABILITIES_DOC} ${what}.`,
      `${CAPABILITIES_DOC}:${found.line}`,
    )
  const missing = expected
    .filter((key) => !listed.includes(key))
    .map((key) => say(key, `lacks \`${key}\`, which the server sends; add it`))
  const extra = listed
    .filter((key) => !expected.includes(key))
    .map((key) =>
      say(
        key,
        `has \`${key}\`, which the server does not send; correct the name, or restore the key`,
      ),
    )
  if (missing.length + extra.length > 0) return [...missing, ...extra]
  const at = expected.findIndex((key, index) => listed[index] !== key)
  if (at < 0 && listed.length === expected.length) return []
  const key = expected[at] ?? listed.at(-1) ?? ''
  return [
    say(key, `is not in the server's order or repeats a key, first at \`${key}\`; reorder it`),
  ]
}

/** The served document against its own schema, key by key and in order; records may hold any name. */
function againstSchema({ capabilities }: Facts, promised: readonly string[]): readonly Finding[] {
  const top = promised.filter((path) => !/[.[]/.test(path))
  const sent = Object.keys(capabilities)
  const order = top.join() === sent.join() ? [] : [sent.join(', ')]
  const paths = keyPathsOfValue(capabilities)
  const records = top.filter((key) => !promised.some((path) => path.startsWith(`${key}.`)))
  const unknown = paths.filter(
    (path) => !promised.includes(path) && !records.some((key) => path.startsWith(`${key}.`)),
  )
  const missing = promised.filter((path) => !path.includes('[]') && !paths.includes(path))
  return [
    ...order.map((keys) =>
      failure(
        'document-shape',
        'GET /v1/capabilities',
        `The server sends the keys ${keys}, and the contract has ${top.join(', ')}; build the document in that order.`,
      ),
    ),
    ...unknown.map((path) =>
      failure(
        'document-shape',
        path,
        `The server sends \`${path}\`, which the schema does not have; add it to CapabilitiesDocument, or do not send it.`,
      ),
    ),
    ...missing.map((path) =>
      failure(
        'document-shape',
        path,
        `The schema promises \`${path}\`, which the server does not send; send it, because clients may rely on it.`,
      ),
    ),
  ]
}
