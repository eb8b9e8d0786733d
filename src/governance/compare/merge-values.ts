import type { Atom } from './atoms.ts'
import { isNullSchema } from './atoms.ts'
import type { JsonObject } from './json.ts'
import { canonical, isObject, own, ownArray, ownNumber } from './json.ts'
import type { Bound, JsonType } from './view.ts'

const JSON_TYPES: ReadonlySet<string> = new Set<JsonType>([
  'array',
  'boolean',
  'integer',
  'number',
  'object',
  'string',
])

/** Narrows text to a type name. */
function isJsonType(value: unknown): value is JsonType {
  return typeof value === 'string' && JSON_TYPES.has(value)
}

/** The types one raw schema names, null apart; undefined when it names none. */
export function typesOf(raw: JsonObject): ReadonlySet<JsonType> | undefined {
  const type = own(raw, 'type')
  if (type === 'null') return new Set()
  if (isJsonType(type)) return new Set([type])
  if (!Array.isArray(type)) return undefined
  return new Set(type.filter(isJsonType))
}

/** What both sets allow; an integer is a number. */
export function intersectTypes(
  left: ReadonlySet<JsonType> | undefined,
  right: ReadonlySet<JsonType> | undefined,
): ReadonlySet<JsonType> | undefined {
  if (left === undefined) return right
  if (right === undefined) return left
  const both = new Set<JsonType>()
  for (const type of left) if (covers(right, type)) both.add(type)
  for (const type of right) if (covers(left, type)) both.add(type)
  return both
}

/** True when a set of types has room for one more named type. */
export function covers(types: ReadonlySet<JsonType>, type: JsonType): boolean {
  return types.has(type) || (type === 'integer' && types.has('number'))
}

/** The values one raw schema lists, by canonical text, null apart; undefined when it lists none. */
export function valuesOf(raw: JsonObject): ReadonlyMap<string, unknown> | undefined {
  const listed: unknown[] | undefined = Object.hasOwn(raw, 'const')
    ? [raw.const]
    : Array.isArray(raw.enum)
      ? raw.enum
      : undefined
  if (listed === undefined) return undefined
  return byText(listed)
}

/** Values by their canonical text, null apart. */
export function byText(values: readonly unknown[]): ReadonlyMap<string, unknown> {
  return new Map(values.filter((value) => value !== null).map((value) => [canonical(value), value]))
}

/** What both lists allow. */
export function intersectValues(
  left: ReadonlyMap<string, unknown> | undefined,
  right: ReadonlyMap<string, unknown> | undefined,
): ReadonlyMap<string, unknown> | undefined {
  if (left === undefined) return right
  if (right === undefined) return left
  return new Map([...left].filter(([text]) => right.has(text)))
}

/** True when one atom, seen alone, lets null through. */
export function allowsNull(atom: Atom): boolean {
  const { raw, lifted } = atom
  if (lifted) return true
  const combined = (key: 'anyOf' | 'oneOf'): boolean => {
    const members = ownArray(raw, key)
    return members.length === 0 || members.some(admitsNull)
  }
  return admitsNullHere(raw) && combined('oneOf') && combined('anyOf')
}

function admitsNull(member: unknown): boolean {
  if (member === true || isNullSchema(member)) return true
  return isObject(member) && own(member, '$ref') === undefined && admitsNullHere(member)
}

function admitsNullHere(raw: JsonObject): boolean {
  if (own(raw, 'nullable') === true) return true
  const type = own(raw, 'type')
  if (Array.isArray(type) ? !type.includes('null') : type !== undefined && type !== 'null') {
    return false
  }
  if (Object.hasOwn(raw, 'const')) return raw.const === null
  return !Array.isArray(raw.enum) || raw.enum.includes(null)
}

/** The lower end one raw schema sets, in either dialect's spelling. */
export function lowerOf(raw: JsonObject): Bound | undefined {
  return endOf(ownNumber(raw, 'minimum'), own(raw, 'exclusiveMinimum'), tighterLower)
}

/** The upper end one raw schema sets, in either dialect's spelling. */
export function upperOf(raw: JsonObject): Bound | undefined {
  return endOf(ownNumber(raw, 'maximum'), own(raw, 'exclusiveMaximum'), tighterUpper)
}

/** The lower end that allows less. */
export function tighterLower(left: Bound | undefined, right: Bound | undefined): Bound | undefined {
  if (left === undefined || right === undefined) return left ?? right
  if (left.value !== right.value) return left.value > right.value ? left : right
  return left.exclusive ? left : right
}

/** The upper end that allows less. */
export function tighterUpper(left: Bound | undefined, right: Bound | undefined): Bound | undefined {
  if (left === undefined || right === undefined) return left ?? right
  if (left.value !== right.value) return left.value < right.value ? left : right
  return left.exclusive ? left : right
}

function endOf(
  plain: number | undefined,
  exclusive: unknown,
  tighter: (left: Bound | undefined, right: Bound | undefined) => Bound | undefined,
): Bound | undefined {
  const inclusive =
    plain === undefined ? undefined : { value: plain, exclusive: exclusive === true }
  const strict = typeof exclusive === 'number' ? { value: exclusive, exclusive: true } : undefined
  return tighter(inclusive, strict)
}
