import { coreErrors } from '../contracts/errors.ts'
import type { Limits } from '../contracts/limits.ts'
import { normalTags } from '../lib/tags.ts'
import { codePoints, isStorableText } from '../lib/text.ts'

/** Refuses what cannot be stored and sent again byte for byte, and what is over a limit, naming field and limit. */
export class DocumentInput {
  readonly #limits: Limits

  constructor(limits: Limits) {
    this.#limits = limits
  }

  title(title: string): string {
    assertText('title', title)
    if (title.trim() === '') throw invalid('title', 'must not be blank')
    this.#atMost('title', codePoints(title), 'titleLength')
    return title
  }

  /** The content itself must say something. */
  content(content: string): string {
    if (content === '') throw invalid('content', 'must not be empty')
    return this.text('content', content)
  }

  text(field: string, text: string): string {
    assertText(field, text)
    const { documentBytes } = this.#limits
    const bytes = Buffer.byteLength(text)
    if (bytes > documentBytes) {
      throw coreErrors.payload_too_large({
        message: `The body field \`${field}\` has ${bytes} bytes; the limit documentBytes is ${documentBytes}.`,
        details: { field, limit: 'documentBytes', value: documentBytes, sent: bytes },
      })
    }
    return text
  }

  tags(tags: readonly string[]): string[] {
    const normal = normalTags(tags)
    for (const tag of normal) {
      assertText('tags', tag)
      if (tag.includes(','))
        throw invalid('tags', 'must not hold a comma, which separates tags in filters')
      this.#atMost('tags', codePoints(tag), 'tagLength')
    }
    this.#atMost('tags', normal.length, 'tagsPerItem')
    return normal
  }

  /** The metadata as it is kept. */
  metadata(metadata: object): string {
    const json = JSON.stringify(metadata)
    assertText('metadata', json)
    this.#atMost('metadata', Buffer.byteLength(json), 'metadataBytes')
    return json
  }

  changeLog(changeLog: string): string {
    assertText('changeLog', changeLog)
    this.#atMost('changeLog', codePoints(changeLog), 'descriptionLength')
    return changeLog
  }

  sourceUrl(url: string): string {
    assertText('sourceUrl', url)
    this.#atMost('sourceUrl', codePoints(url), 'descriptionLength')
    return url
  }

  #atMost(field: string, is: number, limit: keyof Limits): void {
    const allowed = this.#limits[limit]
    if (is <= allowed) return
    throw coreErrors.invalid_request({
      message: `The body field \`${field}\` is over the limit ${limit}: ${is} of at most ${allowed}.`,
      details: { field, limit, value: allowed, sent: is },
    })
  }
}

function assertText(field: string, text: string): void {
  // JSON escapes hide nothing: a lone surrogate is written as \udxxx by JSON.stringify.
  if (
    !isStorableText(text) ||
    (field === 'metadata' && /\\u(?:d[89ab]|d[c-f])|\\u0000/.test(text))
  ) {
    throw invalid(field, 'holds a NUL or half of a surrogate pair, which no UTF-8 text can carry')
  }
}

const invalid = (field: string, problem: string) =>
  coreErrors.invalid_request({
    message: `The body field \`${field}\` ${problem}.`,
    details: { in: 'body', field },
  })
