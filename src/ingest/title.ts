import { basename, extname } from 'node:path'
import { clip } from '../lib/text.ts'
import { formatOf } from './formats.ts'

/** A document's title: that of its front matter, else its first Markdown heading, else its file name. */
export function titleOf(path: string, content: string, maxLength: number): string {
  const found = formatOf(path)?.id === 'markdown' ? markdownTitle(content) : undefined
  const name = basename(path)
  return clip(found ?? (basename(name, extname(name)) || name), maxLength)
}

function markdownTitle(content: string): string | undefined {
  const lines = content.replace(/^\uFEFF/, '').split(/\r?\n/, 400)
  let start = 0
  if (lines[0] === '---') {
    const end = lines.indexOf('---', 1)
    if (end > 0) {
      for (const line of lines.slice(1, end)) {
        const [, title] =
          /^title:\s*(?:"(.*)"|'(.*)'|(.*))\s*$/.exec(line)?.filter((part) => part !== undefined) ??
          []
        if (title !== undefined && title.trim() !== '') return title.trim()
      }
      start = end + 1
    }
  }
  return firstHeading(lines.slice(start))
}

function firstHeading(lines: readonly string[]): string | undefined {
  let fence: string | undefined
  for (const [at, line] of lines.entries()) {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1]
    if (mark !== undefined) {
      if (fence === undefined) fence = mark
      else if (mark.startsWith(fence)) fence = undefined
      continue
    }
    if (fence !== undefined) continue
    const heading = /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(line)?.[1]?.trim()
    if (heading !== undefined && heading !== '') return heading
    // A heading can also be underlined.
    if (line.trim() !== '' && /^ {0,3}(?:=+|-{2,})[ \t]*$/.test(lines[at + 1] ?? ''))
      return line.trim()
  }
  return undefined
}
