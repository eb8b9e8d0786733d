import type { Facts } from './facts.ts'
import type { Finding } from './gate.ts'
import { ACCEPT, failure } from './gate.ts'
import { findBlock, replaceBlock } from './markdown.ts'
import type { Projection } from './projection.ts'
import { capabilitiesDoc } from './projections/capabilities-doc.ts'
import { contractTables } from './projections/contract-tables.ts'
import { errorsReference } from './projections/errors-reference.ts'
import { inventorySnapshot } from './projections/inventory.ts'
import { manifestProjections } from './projections/manifest.ts'
import { openApiSnapshot } from './projections/snapshot.ts'

/** Everything that is generated: compared by its gate, written by `accept` and by nothing else. */
export const PROJECTIONS: readonly Projection[] = [
  openApiSnapshot,
  ...manifestProjections,
  errorsReference,
  ...contractTables,
  ...capabilitiesDoc,
  inventorySnapshot,
]

/** Findings for each projection of a gate whose file or block is missing or stale. */
export function staleProjections(gate: string, facts: Facts): readonly Finding[] {
  return PROJECTIONS.filter((projection) => projection.gate === gate).flatMap((projection) => {
    const { path, block } = projection
    const text = facts.checkout.read(path)
    if (text === undefined) {
      const subject = block === undefined ? 'projection-missing' : 'document-missing'
      return [failure(subject, path, `${path} is missing; restore it, or ${ACCEPT}.`)]
    }
    const expected = projection.render(facts)
    if (block === undefined) {
      if (text === expected) return []
      const line = firstLineApart(text, expected)
      return [
        failure(
          'projection-stale',
          path,
          `${path} is not what this build generates (first at line ${line}); undo the change, or ${ACCEPT}.`,
          `${path}:${line}`,
        ),
      ]
    }
    return staleBlock({ path, block, text, expected })
  })
}

interface BlockCheck {
  readonly path: string
  readonly block: string
  readonly text: string
  readonly expected: string
}

function staleBlock({ path, block, text, expected }: BlockCheck): readonly Finding[] {
  const found = findBlock(text, block)
  if (found === undefined) return [missingMarker(path, block)]
  const actual = found.lines.join('\n')
  if (actual.trim() === expected.trim()) return []
  const line = found.line + firstLineApart(actual, `\n${expected}\n`) - 1
  return [
    failure(
      'generated-block-stale',
      `${path} ${block}`,
      `The block ${block} of ${path} is not what this build generates (first at line ${line}); undo the change, or ${ACCEPT}.`,
      `${path}:${line}`,
    ),
  ]
}

/** The finding for a document that lacks a marker; a gate never skips what it cannot find. */
export const missingMarker = (path: string, name: string): Finding =>
  failure(
    'marker-missing',
    `${path} ${name}`,
    `${path} has no block between \`<!-- ${name} -->\` and \`<!-- /${name} -->\`; put both markers back.`,
    path,
  )

function firstLineApart(actual: string, expected: string): number {
  const [left, right] = [actual.split('\n'), expected.split('\n')]
  const at = left.findIndex((line, index) => line !== right[index])
  return (at < 0 ? Math.min(left.length, right.length) : at) + 1
}

/** Path → text of every file as this build generates it; a block whose markers are missing is left alone. */
export function renderAll(facts: Facts): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const { path, block, render } of PROJECTIONS) {
    const expected = render(facts)
    if (block === undefined) {
      texts.set(path, expected)
      continue
    }
    const text = texts.get(path) ?? facts.checkout.read(path)
    const replaced = text === undefined ? undefined : replaceBlock(text, block, `\n${expected}\n`)
    if (replaced !== undefined) texts.set(path, replaced)
  }
  return texts
}
