import type { Frame } from './frame.ts'
import type { JsonObject } from './json.ts'
import { lifecycleChanges } from './lifecycle.ts'
import type { View } from './view.ts'

/** Reports what a property's own deprecation, sunset and stability marks did. */
export function relateMarks(frame: Frame, base: View, revision: View): void {
  if (frame.mode.probe) return
  const before = marksOf(base)
  const after = marksOf(revision)
  if (before === undefined && after === undefined) return
  for (const { rule, old, next } of lifecycleChanges(before, after)) {
    frame.reportRule(rule, {
      sub: frame.baseIsSub ? old : next,
      sup: frame.baseIsSub ? next : old,
      subAt: frame.baseIsSub ? base.pointer : revision.pointer,
      supAt: frame.baseIsSub ? revision.pointer : base.pointer,
    })
  }
}

const MARKS = ['deprecated', 'x-sunset', 'x-stability', 'x-stability-level'] as const

function marksOf(view: View): JsonObject | undefined {
  let marks: { [key: string]: unknown } | undefined
  for (const { raw } of view.atoms) {
    for (const key of MARKS) {
      if (!Object.hasOwn(raw, key)) continue
      marks ??= {}
      marks[key] = raw[key]
    }
  }
  return marks
}
