import type { SchemaDocument, Source } from './document.ts'
import { referenceOf } from './document.ts'
import type { JsonObject } from './json.ts'
import { isObject, own, ownArray, step } from './json.ts'

/** One plain schema object of a conjunction: no reference, no `allOf` left to follow. */
export interface Atom {
  readonly raw: JsonObject
  readonly pointer: string
  /** True when something around it allows null although it does not itself. */
  readonly lifted: boolean
}

/** Everything that must hold at once, with references and `allOf` followed. */
export interface Conjunction {
  readonly atoms: readonly Atom[]
  /** True when a `false` schema is among them: nothing is allowed. */
  readonly impossible: boolean
  /** References that leave the document or dangle. */
  readonly opaque: readonly string[]
}

const COMBINERS = ['oneOf', 'anyOf'] as const

/** Flattens sources into the atoms that all must hold. */
export function expand(document: SchemaDocument, sources: readonly Source[]): Conjunction {
  const atoms: Atom[] = []
  const opaque: string[] = []
  const seen = new Set<unknown>()
  let impossible = false

  const visit = (source: Source, lifted: boolean): void => {
    const { raw, pointer } = source
    if (raw === false) impossible = true
    if (!isObject(raw) || seen.has(raw)) return
    seen.add(raw)
    const reference = referenceOf(raw)
    if (reference !== undefined) {
      const target = document.find(reference)
      if (target === undefined) opaque.push(reference)
      else visit(target, lifted)
      if (!document.siblingsCount) return
    }
    const lifts = lifted || (own(raw, 'nullable') === true && own(raw, 'type') === undefined)
    atoms.push({ raw, pointer, lifted })
    ownArray(raw, 'allOf').forEach((member, index) => {
      visit({ raw: member, pointer: step(pointer, 'allOf', index) }, lifts)
    })
    for (const combiner of COMBINERS) {
      const members = ownArray(raw, combiner).map((member, index) => ({
        raw: member,
        pointer: step(pointer, combiner, index),
      }))
      const others = members.filter((member) => !isNullSchema(member.raw))
      const only = others.length === 1 ? others[0] : undefined
      if (only !== undefined) visit(only, lifts || members.length > 1)
    }
  }

  for (const source of sources) visit(source, false)
  return { atoms, impossible, opaque }
}

/** True for a schema that allows null and nothing else. */
export function isNullSchema(raw: unknown): boolean {
  const type = own(raw, 'type')
  if (type === 'null') return true
  if (Array.isArray(type)) return type.length === 1 && type[0] === 'null'
  const values = own(raw, 'enum')
  if (Array.isArray(values)) return values.length === 1 && values[0] === null
  return isObject(raw) && Object.hasOwn(raw, 'const') && raw.const === null
}

const ANNOTATIONS = new Set([
  '$anchor',
  '$comment',
  '$defs',
  '$id',
  '$schema',
  'default',
  'definitions',
  'deprecated',
  'description',
  'example',
  'examples',
  'externalDocs',
  'title',
  'xml',
])

/** True when a key says nothing about which values are allowed. */
export function isAnnotation(key: string): boolean {
  return ANNOTATIONS.has(key) || key.startsWith('x-')
}

/** True when a schema, its references followed, constrains nothing. */
export function isAnnotationOnly(document: SchemaDocument, source: Source): boolean {
  const { atoms, impossible, opaque } = expand(document, [source])
  const constrains = (atom: Atom): boolean =>
    Object.keys(atom.raw).some((key) => !isAnnotation(key) && key !== '$ref' && key !== 'allOf')
  return !impossible && opaque.length === 0 && !atoms.some(constrains)
}
