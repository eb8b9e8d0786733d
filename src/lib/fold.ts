/**
 * The form in which texts are compared: compatibility-normalised and without case, in any script. Full case folding is
 * done by going down, up and down again: so that ß and its capital equal ss, and final sigma equals sigma. The dot
 * that a capital dotted I leaves above its small form is dropped, so that İstanbul is found as istanbul.
 */
export const foldText = (text: string): string =>
  // Most text in Latin letters is ASCII, for which going down is all there is to do.
  BEYOND_ASCII.test(text) ? foldAny(text) : text.toLowerCase()

const BEYOND_ASCII = /[\u0080-\uffff]/

const foldAny = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll('i\u0307', 'i')
    .replaceAll('ς', 'σ')

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
  const [start] = originalOffsets(text, at)
  return { start, end: Math.max(start + 1, ...originalOffsets(text, at + needle.length)) }
}

/**
 * The longest prefix of the text that folds to at most `length`, and the shortest that folds to at least that. They
 * differ where one character folds to several, or several to one.
 */
function originalOffsets(text: string, length: number): [atMost: number, atLeast: number] {
  let from = 0
  let before = 0
  for (;;) {
    const to = blockEnd(text, from)
    const folded = foldText(text.slice(from, to)).length
    if (before + folded >= length || to === text.length) {
      const atLeast = firstBeyond(
        from,
        to,
        (end) => foldText(text.slice(from, end)).length < length - before,
      )
      const atMost = firstBeyond(
        from,
        text.length === to ? to : blockEnd(text, to),
        (end) => foldText(text.slice(from, end)).length <= length - before,
      )
      return [atMost - 1, atLeast]
    }
    before += folded
    from = to
  }
}

/** The first offset after those for which `holds` is true; they come first. */
function firstBeyond(from: number, to: number, holds: (end: number) => boolean): number {
  let low = from
  let high = to + 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) low = middle + 1
    else high = middle
  }
  return low
}

const BLOCK = 2048
/** ASCII, kana, ideographs and Hangul syllables: what comes before them never changes how they fold. */
const BOUNDARY = /[\t\n\r -~\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]/g

/** Where a piece of the text that folds by itself ends; folding prefixes of a long text again and again is slow. */
function blockEnd(text: string, from: number): number {
  if (from + BLOCK >= text.length) return text.length
  BOUNDARY.lastIndex = from + BLOCK
  return BOUNDARY.exec(text)?.index ?? text.length
}
