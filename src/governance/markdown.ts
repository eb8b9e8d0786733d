/** Lines between two markers, and where the first of them stands (counted from 1). */
export interface Block {
  readonly lines: readonly string[]
  readonly line: number
}

/** A fenced block with the comment that stands directly before it. */
export interface Fence {
  readonly language: string
  readonly body: string
  readonly mark: string | undefined
  readonly line: number
}

const OPENING = /^ {0,3}(`{3,}|~{3,})\s*([^\s`]*)/
const COMMENT = /^<!--\s*(.*?)\s*-->$/

interface Line {
  readonly text: string
  readonly fenced: boolean
}

// A marker that an example shows is not a marker, so every line knows whether it is inside a fence.
function linesOf(text: string): readonly Line[] {
  let fence: string | undefined
  return text.split('\n').map((line) => {
    const mark = OPENING.exec(line)?.[1]
    if (fence === undefined) {
      fence = mark
      return { text: line, fenced: mark !== undefined }
    }
    if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined
    return { text: line, fenced: true }
  })
}

const isMarker = ({ text, fenced }: Line, name: string): boolean =>
  !fenced && COMMENT.exec(text.trim())?.[1] === name

/** What stands between `<!-- name -->` and `<!-- /name -->`; undefined when either marker is missing. */
export function findBlock(text: string, name: string): Block | undefined {
  const lines = linesOf(text)
  const start = lines.findIndex((line) => isMarker(line, name))
  const end = lines.findIndex((line, at) => at > start && isMarker(line, `/${name}`))
  if (start < 0 || end < 0) return undefined
  return { lines: lines.slice(start + 1, end).map((line) => line.text), line: start + 2 }
}

/** The text with the block's content replaced; undefined when either marker is missing. */
export function replaceBlock(text: string, name: string, body: string): string | undefined {
  const block = findBlock(text, name)
  if (block === undefined) return undefined
  const lines = text.split('\n')
  lines.splice(block.line - 1, block.lines.length, ...body.split('\n'))
  return lines.join('\n')
}

/** Every marker of the form `generated:…` that opens a block outside fences. */
export const generatedMarkers = (text: string): readonly string[] =>
  linesOf(text).flatMap(({ text: line, fenced }) => {
    const name = fenced ? undefined : COMMENT.exec(line.trim())?.[1]
    return name?.startsWith('generated:') === true ? [name] : []
  })

/** The body rows of the first table among the lines, cell by cell; `\|` is a bar inside a cell. */
export function tableRows(lines: readonly string[]): readonly (readonly string[])[] {
  const rows = lines.map((line) => line.trim()).filter((line) => line.startsWith('|'))
  return rows.slice(2).map((row) =>
    row
      .slice(1, row.endsWith('|') ? -1 : undefined)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  )
}

/** The name in a cell such as `` `server.name` `` or `[HTTP](docs/x.md)`. */
export const plainCell = (cell: string): string =>
  cell.replace(/^\[(.*?)\]\(.*\)/, '$1').replace(/^`(.*)`$/, '$1')

/** Every fenced block of a text. */
export function fencesOf(text: string): readonly Fence[] {
  const fences: Fence[] = []
  const lines = linesOf(text)
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]
    if (line?.fenced !== true) continue
    const [, ticks = '', language = ''] = OPENING.exec(line.text) ?? []
    const start = at + 1
    at = start
    while (at < lines.length && lines[at]?.text.trim() !== ticks) at += 1
    const before = lines.slice(0, start - 1).findLast(({ text: one }) => one.trim() !== '')
    const mark = before?.fenced === true ? undefined : COMMENT.exec(before?.text.trim() ?? '')?.[1]
    fences.push({
      language,
      body: lines
        .slice(start, at)
        .map((one) => one.text)
        .join('\n'),
      mark,
      line: start,
    })
  }
  return fences
}

/** A table, one line a row; bars inside cells are escaped. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))
  const line = (row: readonly string[]) => `| ${row.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...cells.map(line)].join('\n')
}
