import type { Atom } from './atoms.ts'
import { isObject, own, ownArray, ownNumber, ownObject, step } from './json.ts'
import type { Condition, Conj } from './view.ts'

// Most schemas use few keywords, so the absent ones share one empty value each.
const NO_CONJS: ReadonlyMap<string, Conj> = new Map()
const NO_NAMES: ReadonlyMap<string, ReadonlySet<string>> = new Map()
const NO_TEXTS: ReadonlySet<string> = new Set()

/** A set of texts; all empty ones are the same set. */
export function setOf(texts: readonly string[]): ReadonlySet<string> {
  return texts.length === 0 ? NO_TEXTS : new Set(texts)
}

/** All schemas under one key, as one conjunction; a `true` among them adds nothing. */
export function conjOf(atoms: readonly Atom[], key: string): Conj | undefined {
  const sources = atoms
    .filter(({ raw }) => isSchema(own(raw, key)))
    .map(({ raw, pointer }) => ({ raw: own(raw, key), pointer: step(pointer, key) }))
  return sources.length === 0 ? undefined : sources
}

function isSchema(raw: unknown): boolean {
  return raw === false || (isObject(raw) && Object.keys(raw).length > 0)
}

/** What a conjunction says about lists. */
export function arraysOf(atoms: readonly Atom[]) {
  const prefixItems: Conj[] = []
  for (const { raw, pointer } of atoms) {
    for (const key of ['prefixItems', 'items']) {
      ownArray(raw, key).forEach((item, index) => {
        const source = { raw: item, pointer: step(pointer, key, index) }
        prefixItems[index] = [...(prefixItems[index] ?? []), source]
      })
    }
  }
  const counts = (key: string): readonly number[] =>
    atoms.map(({ raw }) => ownNumber(raw, key)).filter((count) => count !== undefined)
  const most = counts('maxContains')
  return {
    items: conjOf(atoms, 'items') ?? conjOf(atoms, 'additionalItems'),
    prefixItems,
    contains: conjOf(atoms, 'contains'),
    minContains: Math.max(...counts('minContains'), counts('minContains').length > 0 ? 0 : 1),
    maxContains: most.length > 0 ? Math.min(...most) : undefined,
    unevaluatedItems: conjOf(atoms, 'unevaluatedItems'),
  }
}

/** What a conjunction says about objects. */
export function objectsOf(atoms: readonly Atom[]) {
  const additional = conjOf(atoms, 'additionalProperties')
  const closed = additional?.some((source) => source.raw === false) === true
  return {
    properties: conjsOf(atoms, 'properties'),
    required: setOf(atoms.flatMap(({ raw }) => textsIn(own(raw, 'required')))),
    additional: closed ? ('closed' as const) : (additional ?? ('open' as const)),
    patternProperties: conjsOf(atoms, 'patternProperties'),
    propertyNames: conjOf(atoms, 'propertyNames'),
    dependentRequired: dependentNames(atoms),
    dependentSchemas: conjsOf(atoms, 'dependentSchemas', 'dependencies'),
    unevaluatedProperties: conjOf(atoms, 'unevaluatedProperties'),
  }
}

function textsIn(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return []
  return value.filter((item): item is string => typeof item === 'string' && item !== '')
}

function conjsOf(atoms: readonly Atom[], ...keys: readonly string[]): ReadonlyMap<string, Conj> {
  let found: Map<string, Conj> | undefined
  for (const { raw, pointer } of atoms) {
    for (const key of keys) {
      for (const [name, schema] of Object.entries(ownObject(raw, key))) {
        if (typeof schema !== 'boolean' && !isObject(schema)) continue
        found ??= new Map()
        const source = { raw: schema, pointer: step(pointer, key, name) }
        found.set(name, [...(found.get(name) ?? []), source])
      }
    }
  }
  return found ?? NO_CONJS
}

function dependentNames(atoms: readonly Atom[]): ReadonlyMap<string, ReadonlySet<string>> {
  let found: Map<string, Set<string>> | undefined
  for (const { raw } of atoms) {
    for (const key of ['dependencies', 'dependentRequired']) {
      for (const [name, listed] of Object.entries(ownObject(raw, key))) {
        if (Array.isArray(listed)) {
          found ??= new Map()
          found.set(name, new Set([...(found.get(name) ?? []), ...textsIn(listed)]))
        }
      }
    }
  }
  return found ?? NO_NAMES
}

/** What a conjunction excludes or makes conditional. */
export function conditionsOf(atoms: readonly Atom[]) {
  const conditions: Condition[] = []
  const nots: Conj[] = []
  for (const atom of atoms) {
    const when = conjOf([atom], 'if')
    const follows = conjOf([atom], 'then')
    const otherwise = conjOf([atom], 'else')
    if (when !== undefined && (follows ?? otherwise) !== undefined) {
      conditions.push({ when, follows, otherwise })
    }
    const not = conjOf([atom], 'not')
    if (not !== undefined) nots.push(not)
  }
  return { conditions, nots }
}
