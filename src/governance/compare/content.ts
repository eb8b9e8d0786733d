import type { Context } from './context.ts'
import type { Source } from './document.ts'
import { own, ownObject, step } from './json.ts'
import type { Direction } from './levels.ts'
import type { Fit } from './media-types.ts'
import { fitOf, wireOf } from './media-types.ts'
import type { Spot } from './place.ts'

/** Which fits keep an old client working, and which only perhaps. */
const VERDICT = {
  request: { safe: ['same', 'covered'], perhaps: ['parameters', 'general'] },
  response: { safe: ['same'], perhaps: ['parameters', 'specific'] },
} as const satisfies Record<Direction, { safe: readonly Fit[]; perhaps: readonly Fit[] }>

/** Compares the media types of two bodies and the schemas behind them. */
export function compareContent(
  context: Context,
  base: Source,
  revision: Source,
  spot: Spot,
  direction: Direction,
): void {
  const before = ownObject(base.raw, 'content')
  const after = ownObject(revision.raw, 'content')
  const used = new Set<string>()
  for (const name of Object.keys(before)) {
    const found = counterpart(name, Object.keys(after), direction)
    const at = step(base.pointer, 'content', name)
    if (found === undefined) {
      context.note(`${direction}-media-type-removed`, spot, at, revision.pointer, { old: name })
      continue
    }
    used.add(found.name)
    const to = step(revision.pointer, 'content', found.name)
    if (found.perhaps) {
      const note = { level: 'risky' as const, old: name, new: found.name }
      context.note(`${direction}-media-type-removed`, spot, at, to, note)
    }
    context.compareSchemas(
      { raw: own(before[name], 'schema') ?? true, pointer: step(at, 'schema') },
      { raw: own(after[found.name], 'schema') ?? true, pointer: step(to, 'schema') },
      Object.keys(before).length > 1 ? { ...spot, place: `${spot.place} ${name}` } : spot,
      direction,
      wireOf(name),
    )
  }
  for (const name of Object.keys(after)) {
    if (used.has(name) || Object.hasOwn(before, name)) continue
    const to = step(revision.pointer, 'content', name)
    context.note(`${direction}-media-type-added`, spot, base.pointer, to, { new: name })
  }
}

function counterpart(
  name: string,
  names: readonly string[],
  direction: Direction,
): { readonly name: string; readonly perhaps: boolean } | undefined {
  if (names.includes(name)) return { name, perhaps: false }
  const { safe, perhaps } = VERDICT[direction]
  const fits = names.map((one) => ({ one, fit: fitOf(name, one) }))
  for (const wanted of safe) {
    const found = fits.find(({ fit }) => fit === wanted)
    if (found !== undefined) return { name: found.one, perhaps: false }
  }
  for (const wanted of perhaps) {
    const found = fits.find(({ fit }) => fit === wanted)
    if (found !== undefined) return { name: found.one, perhaps: true }
  }
  return undefined
}
