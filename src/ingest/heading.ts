/** The text of the first Markdown heading with any text, of either kind; code and comments hold none. */
export function firstHeading(lines: readonly string[]): string | undefined {
  let fence: string | undefined
  let comment = false
  /** The lines so far of a paragraph, which an underline would make a heading. */
  let paragraph: string[] = []
  for (const line of lines) {
    if (comment) {
      comment = !line.includes('-->')
      continue
    }
    const mark = fenceOf(line)
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined
      continue
    }
    if (mark !== undefined) {
      fence = mark
      paragraph = []
      continue
    }
    if (/^ {0,3}<!--/.test(line)) {
      comment = !line.includes('-->')
      paragraph = []
      continue
    }
    const heading = marked(line)
    if (heading !== undefined) {
      if (heading !== '') return heading
      paragraph = []
    } else if (paragraph.length > 0 && /^ {0,3}(?:=+|-+)[ \t]*$/.test(line)) {
      return paragraph.join(' ')
    } else if (line.trim() === '' || isNoParagraph(line, paragraph.length > 0)) {
      paragraph = []
    } else paragraph.push(line.trim())
  }
  return undefined
}

/** The mark that opens or closes a fence; backticks later on the line make it code in a sentence. */
function fenceOf(line: string): string | undefined {
  const found = /^ {0,3}(`{3,}|~{3,})/.exec(line)
  const mark = found?.[1]
  if (found === null || mark === undefined) return undefined
  return mark.startsWith('`') && line.slice(found[0].length).includes('`') ? undefined : mark
}

/** The text after one to six number signs, without those that close it. */
function marked(line: string): string | undefined {
  const opening = /^ {0,3}#{1,6}(?=[ \t]|$)/.exec(line)?.[0]
  if (opening === undefined) return undefined
  const text = line.slice(opening.length).trim()
  // By hand: an expression that looks for the signs at the end takes a time that grows as the square of the line.
  let end = text.length
  while (text[end - 1] === '#') end -= 1
  return end === 0 || /[ \t]/.test(text[end - 1] ?? '') ? text.slice(0, end).trim() : text
}

/** Lists, quotations, rules and tables; indented code too, unless it goes on with a paragraph. */
function isNoParagraph(line: string, goesOn: boolean): boolean {
  return (
    /^ {0,3}(?:[-+*](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$)|>|\||([-*_])[ \t]*(?:\1[ \t]*){2,}$)/.test(
      line,
    ) ||
    (!goesOn && /^(?: {4}| {0,3}\t)/.test(line))
  )
}
