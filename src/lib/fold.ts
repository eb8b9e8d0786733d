/**
 * The form in which texts are compared: compatibility-normalised and without case, in any script. Full case folding is
 * done by going up and down again, so that ß equals ss and final sigma equals sigma.
 */
export const foldText = (text: string): string =>
  text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replaceAll('ς', 'σ')

/** Where a folded needle begins and ends in the original text (UTF-16), or undefined when it is not there. */
export function findFolded(
  text: string,
  needle: string,
): { start: number; end: number } | undefined {
  const folded = foldText(text)
  const at = folded.indexOf(needle)
  if (at < 0) return undefined
  // Most texts fold to the same length, unit by unit; then the offsets are those of the original.
  if (folded.length === text.length && foldText(text.slice(at, at + needle.length)) === needle) {
    return { start: at, end: at + needle.length }
  }
  const start = originalOffset(text, at)
  return { start, end: Math.max(start + 1, originalOffset(text, at + needle.length)) }
}

/** The shortest prefix of the text whose folded form is at least `length` long. */
function originalOffset(text: string, length: number): number {
  let low = 0
  let high = text.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (foldText(text.slice(0, middle)).length < length) low = middle + 1
    else high = middle
  }
  return low
}
