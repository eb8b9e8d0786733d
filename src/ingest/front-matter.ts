/** Lines looked through for the end of front matter. */
const MAX_LINES = 400

/** The title that the YAML front matter at the head of a text names, and the line on which the rest begins. */
export function readFrontMatter(lines: readonly string[]): {
  readonly title: string | undefined
  readonly end: number
} {
  if (lines[0]?.trimEnd() !== '---') return { title: undefined, end: 0 }
  const head = lines.slice(0, MAX_LINES)
  const last = head.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(line))
  if (last < 0) return { title: undefined, end: 0 }
  const at = head.slice(0, last).findIndex((line) => /^title\s*:(?:\s|$)/.test(line))
  const title =
    at < 0
      ? undefined
      : scalar(head[at]?.slice(head[at].indexOf(':') + 1).trim() ?? '', head.slice(at + 1, last))
  return {
    title: title === undefined || title.trim() === '' ? undefined : title.trim(),
    end: last + 1,
  }
}

/**
 * A YAML scalar on one line, or a block one below it. What YAML refuses but people write, such as a colon in plain
 * text, is taken as it stands; what is no text is no title.
 */
function scalar(value: string, below: readonly string[]): string | undefined {
  if (/^[|>][-+0-9]*(?:\s+#.*)?$/.test(value)) {
    const end = below.findIndex((line) => line.trim() !== '' && !/^\s/.test(line))
    const block = below.slice(0, end < 0 ? below.length : end).map((line) => line.trim())
    return block.filter((line) => line !== '').join(' ')
  }
  const double = /^"((?:[^"\\]|\\.)*)"\s*(?:#.*)?$/.exec(value)?.[1]
  if (double !== undefined) return unescaped(double)
  const single = /^'((?:[^']|'')*)'\s*(?:#.*)?$/.exec(value)?.[1]
  if (single !== undefined) return single.replaceAll("''", "'")
  if (/^[[{&*!|>#]/.test(value) || /^(?:~|null)$/i.test(value)) return undefined
  const comment = value.search(/\s#/)
  return comment < 0 ? value : value.slice(0, comment)
}

function unescaped(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`))
  } catch {
    return text
  }
}
