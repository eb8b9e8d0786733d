import { basename, extname } from 'node:path'
import { clip } from '../lib/text.ts'
import { formatOf } from './formats.ts'
import { readFrontMatter } from './front-matter.ts'
import { firstHeading } from './heading.ts'

/** How much of a text is looked through for its title. */
const HEAD_LENGTH = 256 * 1024

/** A document's title: that of its front matter, else its first Markdown heading, else its file name. */
export function titleOf(path: string, content: string, maxLength: number): string {
  const found = formatOf(path)?.id === 'markdown' ? markdownTitle(content) : undefined
  const name = basename(path)
  const stem = basename(name, extname(name))
  return clip(found ?? (stem.trim() === '' ? name : stem), maxLength)
}

function markdownTitle(content: string): string | undefined {
  const lines = content
    .slice(0, HEAD_LENGTH)
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
  const { title, end } = readFrontMatter(lines)
  return title ?? firstHeading(lines.slice(end))
}
