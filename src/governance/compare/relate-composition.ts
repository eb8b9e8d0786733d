import type { Atom } from './atoms.ts'
import { isAnnotation, isAnnotationOnly } from './atoms.ts'
import type { Source } from './document.ts'
import { referenceOf } from './document.ts'
import type { Frame } from './frame.ts'
import { isClean } from './graph.ts'
import { canonical, ownArray, step } from './json.ts'
import type { View } from './view.ts'
import type { Views } from './views.ts'

/**
 * Judges parts that a composed request gained or lost as a whole.
 *
 * A part that is added to an otherwise unchanged `allOf` counts even where its present content
 * repeats another part: old clients were not written against it.
 */
export function relateComposition(frame: Frame): void {
  const { base, revision, mode } = frame
  if (mode.direction !== 'request' || mode.probe) return
  const before = composedOf(base)
  const after = composedOf(revision)
  if (before === undefined && after === undefined) return
  if (before?.rest !== undefined && after?.rest !== undefined && before.rest !== after.rest) return
  if ((before === undefined || after === undefined) && !sameRest(frame, before, after)) return
  const extra = leftovers(frame, before?.parts ?? [], after?.parts ?? [])
  if (extra === undefined) return
  const views = extra.from === 'base' ? frame.relation.base : frame.relation.revision
  for (const part of extra.parts) {
    if (isAnnotationOnly(views.document, part)) continue
    if (extra.from === 'revision')
      frame.report('allOfAdded', { sup: part.raw, supAt: part.pointer })
    else frame.report('allOfRemoved', { sub: part.raw, subAt: part.pointer })
  }
}

interface Composed {
  readonly parts: readonly Source[]
  /** What stands beside the `allOf`, as canonical text. */
  readonly rest: string
}

function composedOf(view: View): Composed | undefined {
  const atom = view.atoms[0]
  if (atom === undefined) return undefined
  const members = ownArray(atom.raw, 'allOf')
  if (members.length === 0) return undefined
  const parts = members.map((raw, index) => ({ raw, pointer: step(atom.pointer, 'allOf', index) }))
  return { parts, rest: restOf(atom) }
}

function restOf(atom: Atom): string {
  const rest = Object.entries(atom.raw).filter(([key]) => key !== 'allOf' && !isAnnotation(key))
  return canonical(Object.fromEntries(rest))
}

/** One side has no `allOf`: its own keywords must be what stands beside the other side's. */
function sameRest(
  frame: Frame,
  before: Composed | undefined,
  after: Composed | undefined,
): boolean {
  const plain = before === undefined ? frame.base : frame.revision
  const atom = plain.atoms[0]
  if (plain.atoms.length > 1) return false
  const rest = before?.rest ?? after?.rest
  return rest === (atom === undefined ? '{}' : restOf(atom))
}

interface Leftovers {
  readonly from: 'base' | 'revision'
  readonly parts: readonly Source[]
}

/** The parts that only the longer side has, provided that the shorter side is kept whole. */
function leftovers(
  frame: Frame,
  base: readonly Source[],
  revision: readonly Source[],
): Leftovers | undefined {
  if (base.length === revision.length) return undefined
  const from = base.length > revision.length ? 'base' : 'revision'
  const [longer, shorter] = from === 'base' ? [base, revision] : [revision, base]
  const left = [...longer]
  for (const part of shorter) {
    const index = left.findIndex((candidate) => isNamesake(candidate, part))
    const match =
      index >= 0
        ? index
        : left.findIndex((candidate) =>
            from === 'base' ? isSame(frame, candidate, part) : isSame(frame, part, candidate),
          )
    if (match < 0) return undefined
    left.splice(match, 1)
  }
  return { from, parts: left }
}

function isNamesake(left: Source, right: Source): boolean {
  const name = referenceOf(left.raw)
  return name !== undefined && name === referenceOf(right.raw)
}

function isSame(frame: Frame, base: Source, revision: Source): boolean {
  const pair = [view(frame.relation.base, base), view(frame.relation.revision, revision)] as const
  return (
    isClean(frame.relation.relate(...pair, frame.mode)) &&
    isClean(frame.relation.relate(...pair, { ...frame.mode, direction: 'response' }))
  )
}

function view(views: Views, source: Source): View {
  return views.of([source])
}
