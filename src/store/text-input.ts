import { coreErrors } from '../contracts/errors.ts'
import type { Limits } from '../contracts/limits.ts'
import { normalTags } from '../lib/tags.ts'
import { codePoints, isStorableText } from '../lib/text.ts'

/** Refuses what cannot be stored and sent again byte for byte, and what is over a limit, naming field and limit. */
export class TextInput {
  readonly #limits: Limits

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** A title, or what takes its place under another field name. */
  title(title: string, field = 'title'): string {
    assertText(field, title)
    if (title.trim() === '') throw invalid(field, 'must not be blank')
    this.#atMost(field, codePoints(title), 'titleLength')
    return title
  }

  /** A text of a few sentences: a description, a change log, an address. */
  description(text: string, field = 'description'): string {
    assertText(field, text)
    this.#atMost(field, codePoints(text), 'descriptionLength')
    return text
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

  /** A JSON value as it is kept. */
  json(value: object, field = 'metadata'): string {
    const json = JSON.stringify(value)
    assertText(field, json, true)
    this.#atMost(field, Buffer.byteLength(json), 'metadataBytes')
    return json
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

function assertText(field: string, text: string, isJson = false): void {
  // JSON.stringify writes a NUL and half of a surrogate pair as an escape, which hides them.
  const hides = isJson && /\\u(?:d[89ab]|d[c-f]|0000)/.test(text.replaceAll('\\\\', ''))
  if (hides || !isStorableText(text)) {
    throw invalid(field, 'holds a NUL or half of a surrogate pair, which no UTF-8 text can carry')
  }
}

const invalid = (field: string, problem: string) =>
  coreErrors.invalid_request({
    message: `The body field \`${field}\` ${problem}.`,
    details: { in: 'body', field },
  })
