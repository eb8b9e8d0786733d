import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { errors } from './errors.ts'

/** The little of the network that reading a document needs. */
export type FetchText = (
  url: string,
) => Promise<{ readonly ok: boolean; readonly status: number; text(): Promise<string> }>

/** Reads an OpenAPI document or JSON Schema from a file or an `http(s)` URL, as JSON or YAML. */
export async function readDocument(source: string, fetchText: FetchText): Promise<unknown> {
  const text = /^https?:\/\//.test(source) ? await download(source, fetchText) : readLocal(source)
  try {
    // JSON is YAML too, but its own parser is stricter and much faster.
    return /^\s*[{[]/.test(text) ? JSON.parse(text) : parse(text, { maxAliasCount: 1000 })
  } catch (cause) {
    const why = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : ''
    throw errors.document_not_parsed({
      message: `${source} is neither JSON nor YAML: ${why.replace(/[.:]$/, '')}. Correct it, or name another file.`,
      cause,
    })
  }
}

function readLocal(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw errors.document_unreadable({
      message: `${path} cannot be read (${cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown cause'}). Name a file or a URL that is there.`,
      cause,
    })
  }
}

async function download(url: string, fetchText: FetchText): Promise<string> {
  const reply = await fetchText(url).catch((cause: unknown) => {
    throw errors.document_unreadable({
      message: `Nothing answers at ${url}. Check the URL.`,
      cause,
    })
  })
  if (!reply.ok) {
    throw errors.document_unreadable({
      message: `${url} answers ${reply.status} instead of a document. Check the URL.`,
    })
  }
  return reply.text()
}
