import type { Atom } from './atoms.ts'
import { expand, isAnnotation } from './atoms.ts'
import type { SchemaDocument } from './document.ts'
import type { JsonObject } from './json.ts'
import { own, ownNumber, ownString } from './json.ts'
import { arraysOf, conditionsOf, conjOf, objectsOf, setOf } from './merge-shapes.ts'
import { discriminatorOf, extensibleOf, mergeUnions } from './merge-unions.ts'
import {
  allowsNull,
  intersectTypes,
  intersectValues,
  lowerOf,
  tighterLower,
  tighterUpper,
  typesOf,
  upperOf,
  valuesOf,
} from './merge-values.ts'
import type { Conj, JsonType, SizeKeyword, View } from './view.ts'
import { CEILINGS, FLOORS } from './view.ts'

/** Normalises one conjunction of sources into a view. */
export function buildView(document: SchemaDocument, sources: Conj, id: number): View {
  const { atoms, impossible, opaque } = expand(document, sources)
  const raws = atoms.map((atom) => atom.raw)
  const merged = mergeUnions(document, atoms)
  let types: ReadonlySet<JsonType> | undefined
  for (const raw of raws) types = intersectTypes(types, typesOf(raw))
  for (const union of merged.types) types = intersectTypes(types, union)
  let values: ReadonlyMap<string, unknown> | undefined
  for (const raw of raws) values = intersectValues(values, valuesOf(raw))
  for (const union of merged.values) values = intersectValues(values, union)

  return {
    id,
    pointer: pointerOf(atoms) ?? sources[0]?.pointer ?? '',
    atoms,
    impossible,
    opaque,
    types,
    chosenTypes: merged.types.length > 0,
    nullable: !impossible && atoms.every(allowsNull),
    values,
    isConst: raws.some((raw) => Object.hasOwn(raw, 'const')) && merged.values.length === 0,
    closedEnum: raws.some((raw) => own(raw, 'x-closed-enum') === true),
    extensible: extensibleOf(atoms),
    lower: raws.map(lowerOf).reduce(tighterLower, undefined),
    upper: raws.map(upperOf).reduce(tighterUpper, undefined),
    multiples: raws.map((raw) => ownNumber(raw, 'multipleOf') ?? 0).filter((step) => step > 0),
    sizes: sizesOf(raws),
    patterns: setOf(textsOf(raws, 'pattern').filter((pattern) => !ANY_TEXT.has(pattern))),
    formats: setOf(textsOf(raws, 'format')),
    unique: raws.some((raw) => own(raw, 'uniqueItems') === true),
    ...arraysOf(atoms),
    ...objectsOf(atoms),
    ...conditionsOf(atoms),
    contentMediaType: textsOf(raws, 'contentMediaType')[0],
    contentEncoding: textsOf(raws, 'contentEncoding')[0],
    contentSchema: conjOf(atoms, 'contentSchema'),
    readOnly: raws.some((raw) => own(raw, 'readOnly') === true),
    writeOnly: raws.some((raw) => own(raw, 'writeOnly') === true),
    fallback: fallbackOf(raws),
    unions: merged.unions,
    discriminator: discriminatorOf(atoms),
  }
}

/** Where a schema says something itself, not where it is only wrapped or referred to. */
function pointerOf(atoms: readonly Atom[]): string | undefined {
  const speaks = (atom: Atom): boolean =>
    Object.keys(atom.raw).some((key) => !WRAPPERS.has(key) && !isAnnotation(key))
  return (atoms.find(speaks) ?? atoms[0])?.pointer
}

const WRAPPERS = new Set(['$ref', 'allOf', 'anyOf', 'nullable', 'oneOf'])

const NO_SIZES: ReadonlyMap<SizeKeyword, number> = new Map()
const ANY_TEXT = new Set([
  '',
  '^',
  '$',
  '.*',
  '^.*',
  '.*$',
  '^.*$',
  '^(?:.*)$',
  '^(.*)$',
  '[\\s\\S]*',
  '^[\\s\\S]*$',
])

function textsOf(raws: readonly JsonObject[], key: string): readonly string[] {
  return raws.map((raw) => ownString(raw, key)).filter((text) => text !== undefined)
}

function fallbackOf(raws: readonly JsonObject[]): { readonly value: unknown } | undefined {
  const holder = raws.find((raw) => Object.hasOwn(raw, 'default'))
  return holder === undefined ? undefined : { value: holder.default }
}

function sizesOf(raws: readonly JsonObject[]): ReadonlyMap<SizeKeyword, number> {
  let sizes: Map<SizeKeyword, number> | undefined
  for (const raw of raws) {
    for (const key of FLOORS) {
      const size = ownNumber(raw, key)
      if (size === undefined || size <= 0) continue
      sizes ??= new Map()
      sizes.set(key, Math.max(size, sizes.get(key) ?? 0))
    }
    for (const key of CEILINGS) {
      const size = ownNumber(raw, key)
      if (size === undefined) continue
      sizes ??= new Map()
      sizes.set(key, Math.min(size, sizes.get(key) ?? size))
    }
  }
  return sizes ?? NO_SIZES
}
