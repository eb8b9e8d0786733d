import { CompareInputError } from './errors.ts'
import type { JsonObject } from './json.ts'
import { isObject, ownString, step } from './json.ts'

/** A raw schema together with the pointer that leads to it. */
export interface Source {
  readonly raw: unknown
  readonly pointer: string
}

const DEEPEST_INPUT = 400
const LARGEST_INPUT = 2_000_000
const LONGEST_CHAIN = 64

/** One of the two documents: follows references inside it and names what it cannot follow. */
export class SchemaDocument {
  readonly side: 'base' | 'revision'
  readonly root: JsonObject
  /** OpenAPI 3.0 ignores what stands beside `$ref`; later dialects do not. */
  readonly siblingsCount: boolean
  #anchors: Map<string, Source> | undefined

  constructor(side: 'base' | 'revision', root: unknown, siblingsCount: boolean) {
    if (!isObject(root)) {
      throw new CompareInputError(side, `The ${side} document is not a JSON object.`)
    }
    refuseHugeInput(side, root)
    this.side = side
    this.root = root
    this.siblingsCount = siblingsCount
  }

  /** Follows a chain of references; undefined when it leaves the document, dangles or turns in a circle. */
  follow(source: Source): Source | undefined {
    let current = source
    for (let hops = 0; hops < LONGEST_CHAIN; hops += 1) {
      const reference = referenceOf(current.raw)
      if (reference === undefined) return current
      const next = this.find(reference)
      if (next === undefined) return undefined
      current = next
    }
    return undefined
  }

  /** What one reference points at, if that lies in this document. */
  find(reference: string): Source | undefined {
    if (reference === '#' || reference === '') return { raw: this.root, pointer: '' }
    if (reference.startsWith('#/')) return this.#at(reference.slice(1))
    this.#anchors ??= collectAnchors(this.root)
    return this.#anchors.get(reference)
  }

  #at(pointer: string): Source | undefined {
    let raw: unknown = this.root
    let clean = ''
    for (const part of pointer.slice(1).split('/')) {
      const key = unescapeStep(part)
      if (typeof raw !== 'object' || raw === null || !Object.hasOwn(raw, key)) return undefined
      // hasOwn above proves that the key exists; arrays answer to their index as text.
      raw = (raw as JsonObject)[key]
      clean = step(clean, key)
    }
    return { raw, pointer: clean }
  }
}

/** The reference that a raw node holds, dynamic ones included. */
export function referenceOf(raw: unknown): string | undefined {
  return ownString(raw, '$ref') ?? ownString(raw, '$dynamicRef')
}

function unescapeStep(part: string): string {
  let text = part
  try {
    text = decodeURIComponent(part)
  } catch {
    // A stray percent sign is a legal key character, so the text stands as it is.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~')
}

function collectAnchors(root: JsonObject): Map<string, Source> {
  const anchors = new Map<string, Source>()
  const waiting: Source[] = [{ raw: root, pointer: '' }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { raw, pointer } = next
    const id = ownString(raw, '$id')
    const anchor = ownString(raw, '$anchor') ?? ownString(raw, '$dynamicAnchor')
    if (id !== undefined && !anchors.has(id)) anchors.set(id, next)
    if (anchor !== undefined && !anchors.has(`#${anchor}`)) anchors.set(`#${anchor}`, next)
    for (const [key, value] of Object.entries(raw ?? {})) {
      if (typeof value === 'object' && value !== null) {
        waiting.push({ raw: value, pointer: step(pointer, key) })
      }
    }
  }
  return anchors
}

function refuseHugeInput(side: 'base' | 'revision', root: JsonObject): void {
  const waiting: { readonly value: object; readonly depth: number }[] = [{ value: root, depth: 0 }]
  let nodes = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    nodes += 1
    if (nodes > LARGEST_INPUT) {
      throw new CompareInputError(side, `The ${side} document has more than two million nodes.`)
    }
    if (next.depth > DEEPEST_INPUT) {
      throw new CompareInputError(
        side,
        `The ${side} document is nested deeper than ${DEEPEST_INPUT} levels.`,
      )
    }
    for (const value of Object.values(next.value)) {
      if (typeof value === 'object' && value !== null) {
        waiting.push({ value, depth: next.depth + 1 })
      }
    }
  }
}
