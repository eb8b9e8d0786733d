import { expand } from './atoms.ts'
import type { SchemaDocument } from './document.ts'
import { CompareInputError } from './errors.ts'
import type { JsonObject } from './json.ts'
import { isObject } from './json.ts'
import { buildView } from './merge.ts'
import type { Conj, JsonType, Union, View } from './view.ts'

const MOST_COMBINATIONS = 20_000

/** Makes and keeps the views of one document, so that one schema is normalised once. */
export class Views {
  readonly document: SchemaDocument
  readonly #ids = new WeakMap<object, number>()
  readonly #single = new WeakMap<object, View>()
  readonly #views = new Map<string, View>()
  readonly #flattened = new WeakMap<object, Map<string, JsonObject>>()
  #nextId = 0
  #combinations = 0

  constructor(document: SchemaDocument) {
    this.document = document
  }

  /** How many different schemas have been looked at. */
  get size(): number {
    return this.#views.size
  }

  /** The view of a conjunction; the same sources give the same view. */
  of(sources: Conj): View {
    const [only] = sources
    const raw = sources.length === 1 ? only?.raw : undefined
    if (!isObject(raw)) return this.#build(sources)
    const known = this.#single.get(raw)
    if (known !== undefined) return known
    const view = this.#build(sources)
    this.#single.set(raw, view)
    return view
  }

  #build(sources: Conj): View {
    const key = [...new Set(sources.map(({ raw }) => this.#identify(raw)))].join('+')
    const known = this.#views.get(key)
    if (known !== undefined) return known
    const view = buildView(this.document, sources, this.#views.size)
    this.#views.set(key, view)
    return view
  }

  /** A view with one more thing that must hold. */
  and(view: View, more: Conj): View {
    return this.of([...view.atoms, ...more])
  }

  /** One member of a union together with all that stands around the union. */
  member(view: View, union: Union, member: Conj): View {
    this.#combinations += 1
    if (this.#combinations > MOST_COMBINATIONS) {
      const { side } = this.document
      throw new CompareInputError(side, `The unions of the ${side} document multiply too far.`)
    }
    const inner = expand(this.document, member)
    if (inner.impossible || inner.opaque.length > 0) return this.of(member)
    const atoms = [...inner.atoms, ...view.atoms]
    return this.of(
      atoms.map(({ raw, pointer, lifted }) => ({
        raw: this.#flat(raw, raw === union.atom.raw ? union.kind : 'none', lifted),
        pointer,
      })),
    )
  }

  /** A view narrowed to one type. */
  only(view: View, type: JsonType): View {
    return this.and(view, [{ raw: ONE_TYPE[type], pointer: view.pointer }])
  }

  #identify(raw: unknown): string {
    if (typeof raw !== 'object' || raw === null) return String(raw)
    let id = this.#ids.get(raw)
    if (id === undefined) {
      id = this.#nextId
      this.#nextId += 1
      this.#ids.set(raw, id)
    }
    return String(id)
  }

  /** An atom without what has already been followed, so that recursion cannot enter it again. */
  #flat(raw: JsonObject, without: 'oneOf' | 'anyOf' | 'none', lifted: boolean): JsonObject {
    const known = this.#flattened.get(raw) ?? new Map<string, JsonObject>()
    this.#flattened.set(raw, known)
    const key = `${without} ${lifted}`
    const cached = known.get(key)
    if (cached !== undefined) return cached
    const followed = new Set(['allOf', '$ref', '$dynamicRef', without])
    const kept = Object.entries(raw).filter(([name]) => !followed.has(name))
    const flat = Object.fromEntries(lifted ? [...kept, ['nullable', true]] : kept)
    known.set(key, flat)
    return flat
  }
}

const ONE_TYPE: Readonly<Record<JsonType, JsonObject>> = {
  array: { type: 'array' },
  boolean: { type: 'boolean' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  object: { type: 'object' },
  string: { type: 'string' },
}
