import { distance } from 'fastest-levenshtein'

/** The name that was probably meant, or undefined when none is near (at most a third of it wrong). */
export function nearest(asked: string, names: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = Number.POSITIVE_INFINITY
  for (const name of names) {
    const d = distance(asked.toLowerCase(), name.toLowerCase())
    if (d < bestDistance) [best, bestDistance] = [name, d]
  }
  return best !== undefined && bestDistance <= Math.max(2, Math.ceil(best.length / 3))
    ? best
    : undefined
}
