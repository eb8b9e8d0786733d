import type { Atom } from './atoms.ts'
import type { Source } from './document.ts'

/** The JSON types that a schema can name, null apart. */
export type JsonType = 'array' | 'boolean' | 'integer' | 'number' | 'object' | 'string'

/** A schema that has not been normalised yet: all sources must hold. */
export type Conj = readonly Source[]

/** A numeric end of a range. */
export interface Bound {
  readonly value: number
  readonly exclusive: boolean
}

/** A choice between members; the null member, if any, has already become `nullable`. */
export interface Union {
  readonly kind: 'oneOf' | 'anyOf'
  readonly atom: Atom
  readonly members: readonly Conj[]
}

/** The tag property of a union and what its tags mean. */
export interface Discriminator {
  readonly property: string
  readonly mapping: ReadonlyMap<string, string>
  readonly pointer: string
}

/** Keywords whose larger value allows less. */
export const FLOORS = ['minLength', 'minItems', 'minProperties'] as const

/** Keywords whose smaller value allows less. */
export const CEILINGS = ['maxLength', 'maxItems', 'maxProperties'] as const

/** A keyword that counts characters, items or properties. */
export type SizeKeyword = (typeof FLOORS)[number] | (typeof CEILINGS)[number]

/** A normalised schema: one conjunction, every keyword read once, dialect differences gone. */
export interface View {
  readonly id: number
  readonly pointer: string
  readonly atoms: readonly Atom[]
  readonly impossible: boolean
  readonly opaque: readonly string[]
  /** Undefined allows every type. */
  readonly types: ReadonlySet<JsonType> | undefined
  /** True when the types came from a `oneOf` or `anyOf`, whose members were promised one by one. */
  readonly chosenTypes: boolean
  readonly nullable: boolean
  /** The allowed values by canonical text, null apart; undefined allows all. */
  readonly values: ReadonlyMap<string, unknown> | undefined
  readonly isConst: boolean
  readonly closedEnum: boolean
  readonly extensible: ReadonlyMap<string, unknown> | undefined
  readonly lower: Bound | undefined
  readonly upper: Bound | undefined
  readonly multiples: readonly number[]
  readonly sizes: ReadonlyMap<SizeKeyword, number>
  readonly patterns: ReadonlySet<string>
  readonly formats: ReadonlySet<string>
  readonly unique: boolean
  readonly items: Conj | undefined
  readonly prefixItems: readonly Conj[]
  readonly contains: Conj | undefined
  readonly minContains: number
  readonly maxContains: number | undefined
  readonly properties: ReadonlyMap<string, Conj>
  readonly required: ReadonlySet<string>
  readonly additional: 'open' | 'closed' | Conj
  readonly patternProperties: ReadonlyMap<string, Conj>
  readonly propertyNames: Conj | undefined
  readonly dependentRequired: ReadonlyMap<string, ReadonlySet<string>>
  readonly dependentSchemas: ReadonlyMap<string, Conj>
  readonly unevaluatedProperties: Conj | undefined
  readonly unevaluatedItems: Conj | undefined
  readonly conditions: readonly Condition[]
  readonly nots: readonly Conj[]
  readonly contentMediaType: string | undefined
  readonly contentEncoding: string | undefined
  readonly contentSchema: Conj | undefined
  readonly readOnly: boolean
  readonly writeOnly: boolean
  readonly fallback: { readonly value: unknown } | undefined
  readonly unions: readonly Union[]
  readonly discriminator: Discriminator | undefined
}

/** One `if` with what follows from it. */
export interface Condition {
  readonly when: Conj
  readonly follows: Conj | undefined
  readonly otherwise: Conj | undefined
}
