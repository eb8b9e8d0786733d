import type { Atom } from './atoms.ts'
import { expand, isAnnotation, isNullSchema } from './atoms.ts'
import type { SchemaDocument } from './document.ts'
import { isObject, own, ownArray, ownObject, ownString, step } from './json.ts'
import { byText, intersectValues, typesOf, valuesOf } from './merge-values.ts'
import type { Conj, Discriminator, JsonType, Union } from './view.ts'

/** What the unions of one conjunction come down to. */
export interface MergedUnions {
  readonly unions: readonly Union[]
  /** Unions of bare types say the same as a type list. */
  readonly types: readonly ReadonlySet<JsonType>[]
  /** Unions of constants say the same as an enumeration. */
  readonly values: readonly ReadonlyMap<string, unknown>[]
}

/** Reads every `oneOf` and `anyOf`, turning those that are type lists or enumerations into them. */
export function mergeUnions(document: SchemaDocument, atoms: readonly Atom[]): MergedUnions {
  const unions: Union[] = []
  const types: ReadonlySet<JsonType>[] = []
  const values: ReadonlyMap<string, unknown>[] = []
  for (const atom of atoms) {
    for (const kind of ['oneOf', 'anyOf'] as const) {
      const members = ownArray(atom.raw, kind)
        .map((raw, index) => ({ raw, pointer: step(atom.pointer, kind, index) }))
        .filter((member) => !isNullSchema(member.raw))
      if (members.length < 2) continue
      const shapes = members.map((member) => bareShape(document, [member]))
      const bareTypes = shapes.every((shape) => shape?.types !== undefined)
      const bareValues = shapes.every((shape) => shape?.values !== undefined)
      if (bareTypes) {
        types.push(new Set(shapes.flatMap((shape) => [...(shape?.types ?? [])])))
      } else if (bareValues) {
        values.push(new Map(shapes.flatMap((shape) => [...(shape?.values ?? [])])))
      } else {
        unions.push({ kind, atom, members: members.map((member) => [member]) })
      }
    }
  }
  return { unions, types, values }
}

interface BareShape {
  readonly types?: ReadonlySet<JsonType>
  readonly values?: ReadonlyMap<string, unknown>
}

/** A member that says only a type, or only which constants it allows. */
function bareShape(document: SchemaDocument, member: Conj): BareShape | undefined {
  const { atoms, impossible, opaque } = expand(document, member)
  if (impossible || opaque.length > 0 || atoms.length === 0) return undefined
  let types: ReadonlySet<JsonType> | undefined
  let values: ReadonlyMap<string, unknown> | undefined
  for (const { raw } of atoms) {
    for (const key of Object.keys(raw)) {
      const known = key === 'type' || key === 'enum' || key === 'const' || key === '$ref'
      if (!known && !isAnnotation(key)) return undefined
    }
    types = typesOf(raw) ?? types
    values = intersectValues(values, valuesOf(raw))
  }
  if (values !== undefined) return { values }
  return types === undefined ? undefined : { types }
}

/** The discriminator of a conjunction, its mapping read once. */
export function discriminatorOf(atoms: readonly Atom[]): Discriminator | undefined {
  for (const { raw, pointer } of atoms) {
    const found = own(raw, 'discriminator')
    const property = ownString(found, 'propertyName')
    if (!isObject(found) || property === undefined) continue
    const mapping = new Map<string, string>()
    for (const [tag, target] of Object.entries(ownObject(found, 'mapping'))) {
      if (typeof target === 'string') mapping.set(tag, target)
    }
    return { property, mapping, pointer: step(pointer, 'discriminator') }
  }
  return undefined
}

/** The values that an extensible enumeration has promised so far. */
export function extensibleOf(atoms: readonly Atom[]): ReadonlyMap<string, unknown> | undefined {
  for (const { raw } of atoms) {
    const listed = own(raw, 'x-extensible-enum')
    if (Array.isArray(listed)) return byText(listed)
  }
  return undefined
}
