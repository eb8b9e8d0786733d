const BEFORE = 80
const AFTER = 160

/** The passage around a match, on one line, cut at whole characters and marked where it is cut. */
export function highlight(text: string, { start, end }: { start: number; end: number }): string {
  const from = whole(text, Math.max(0, start - BEFORE))
  const to = whole(text, Math.min(text.length, Math.max(end, start + AFTER)))
  const passage = text.slice(from, to).replace(/\s+/g, ' ').trim()
  return `${from > 0 ? '...' : ''}${passage}${to < text.length ? '...' : ''}`
}

/** The offset, moved forward when it would cut a surrogate pair. */
function whole(text: string, offset: number): number {
  const unit = text.charCodeAt(offset)
  return unit >= 0xdc00 && unit <= 0xdfff ? offset + 1 : offset
}
