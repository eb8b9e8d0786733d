import type { Frame } from './frame.ts'
import type { Direction } from './levels.ts'
import type { View } from './view.ts'
import type { Views } from './views.ts'

/** Compares which properties must be there; those that do not travel in this direction do not count. */
export function relateRequired(frame: Frame): void {
  const { sub, sup } = frame
  const { direction } = frame.mode
  const given = travelling(frame.subViews, sub, direction)
  const wanted = travelling(frame.supViews, sup, direction)
  for (const name of wanted) {
    if (given.has(name)) continue
    const gone = !sub.properties.has(name) && sup.properties.has(name)
    if (gone && direction === 'response') continue
    const declared = sup.properties.has(name) || sup.properties.size === 0
    frame.report('required', {
      sub: [...given].sort(),
      sup: [...wanted].sort(),
      supAt: frame.supViews.of(sup.properties.get(name) ?? [{ raw: true, pointer: sup.pointer }])
        .pointer,
      ...(declared ? {} : { level: 'risky' as const }),
    })
  }
}

/** True when a property does not travel: read-only in requests, write-only in responses. */
export function isHidden(view: View, direction: Direction): boolean {
  return direction === 'request' ? view.readOnly : view.writeOnly
}

function travelling(views: Views, view: View, direction: Direction): ReadonlySet<string> {
  const names = new Set<string>()
  for (const name of view.required) {
    const property = view.properties.get(name)
    if (property === undefined || !isHidden(views.of(property), direction)) names.add(name)
  }
  return names
}
