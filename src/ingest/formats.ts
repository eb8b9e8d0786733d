import { extname } from 'node:path'
import type { Format } from '../contracts/manifest.ts'

/** Kinds of file that can be taken in; `extractorIds` are the names in `benchmarks/thresholds.json`. */
export const FORMATS = [
  {
    id: 'markdown',
    title: 'Markdown',
    status: 'supported',
    extractorIds: ['markdown'],
    extensions: ['.md', '.markdown', '.mdx'],
  },
  {
    id: 'text',
    title: 'Plain text',
    status: 'supported',
    extractorIds: ['text'],
    extensions: ['.txt', '.text'],
  },
] as const satisfies readonly Format[]

/** The format of a file by the ending of its name. */
export function formatOf(path: string): (typeof FORMATS)[number] | undefined {
  const extension = extname(path).toLowerCase()
  return FORMATS.find(({ extensions }) => extensions.some((known) => known === extension))
}
