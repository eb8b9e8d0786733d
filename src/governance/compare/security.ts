import type { Context } from './context.ts'
import { settle } from './context.ts'
import type { SchemaDocument, Source } from './document.ts'
import { canonical, isObject, own, ownArray, ownObject, ownString, step } from './json.ts'
import type { Spot } from './place.ts'

/** One way to sign in: every scheme with the scopes it needs. */
type Alternative = ReadonlyMap<string, ReadonlySet<string>>

/** Compares how a client may sign in; every old way must still do. */
export function compareSecurity(
  context: Context,
  base: Source,
  revision: Source,
  operation: string,
): void {
  const spot: Spot = { operation, direction: 'request', place: 'security' }
  const names = namesOf(context)
  const before = alternativesOf(context.base, base, (name) => name)
  const after = alternativesOf(context.revision, revision, (name) => names.get(name) ?? name)
  const pointers = [securityAt(base), securityAt(revision)] as const
  for (const old of before) {
    if (after.some((next) => satisfies(old, next))) continue
    const note = { old: textOf(old), new: after.map(textOf) }
    context.note('security-requirement', spot, ...pointers, note)
  }
  for (const next of after) {
    if (before.some((old) => satisfies(next, old))) continue
    if (!before.some((old) => satisfies(old, next)) || before.length < after.length) {
      context.note('security-relaxed', spot, ...pointers, {
        old: before.map(textOf),
        new: textOf(next),
      })
    }
  }
  const used = new Set(before.flatMap((alternative) => [...alternative.keys()]))
  for (const name of used) compareScheme(context, name, names, spot)
}

function securityAt(operation: Source): string {
  return own(operation.raw, 'security') === undefined ? '' : step(operation.pointer, 'security')
}

function alternativesOf(
  document: SchemaDocument,
  operation: Source,
  rename: (name: string) => string,
): readonly Alternative[] {
  const local = own(operation.raw, 'security')
  const listed = Array.isArray(local) ? local : ownArray(document.root, 'security')
  const alternatives = listed
    .filter(isObject)
    .map(
      (one) =>
        new Map(
          Object.entries(one).map(([name, scopes]) => [
            rename(name),
            new Set(Array.isArray(scopes) ? scopes.map(String) : []),
          ]),
        ),
    )
  return alternatives.length > 0 ? alternatives : [new Map()]
}

/** An old way satisfies a new one that asks for nothing beyond it. */
function satisfies(old: Alternative, next: Alternative): boolean {
  return [...next].every(([name, scopes]) => {
    const given = old.get(name)
    return given !== undefined && [...scopes].every((scope) => given.has(scope))
  })
}

function textOf(alternative: Alternative): string {
  if (alternative.size === 0) return 'anonymous'
  const parts = [...alternative].map(([name, scopes]) =>
    scopes.size === 0 ? name : `${name} (${[...scopes].sort().join(', ')})`,
  )
  return parts.sort().join(' and ')
}

/** Schemes of the revision under the name that the same scheme has in the base. */
function namesOf(context: Context): ReadonlyMap<string, string> {
  const before = schemesOf(context.base)
  const after = schemesOf(context.revision)
  const names = new Map<string, string>()
  for (const [name, source] of after) {
    if (before.has(name)) continue
    const twin = [...before].find(
      ([old, one]) => !after.has(old) && signature(one.raw) === signature(source.raw),
    )
    if (twin !== undefined) names.set(name, twin[0])
  }
  return names
}

function schemesOf(document: SchemaDocument): ReadonlyMap<string, Source> {
  const schemes = ownObject(ownObject(document.root, 'components'), 'securitySchemes')
  return new Map(
    Object.entries(schemes).map(([name, raw]) => {
      const pointer = step('', 'components', 'securitySchemes', name)
      return [name, settle(document, { raw, pointer })]
    }),
  )
}

function signature(raw: unknown): string {
  const { type, in: place, name, scheme, flows, openIdConnectUrl } = isObject(raw) ? raw : {}
  return canonical({ type, place, name, scheme, flows, openIdConnectUrl })
}

function compareScheme(
  context: Context,
  name: string,
  names: ReadonlyMap<string, string>,
  spot: Spot,
): void {
  const renamed = [...names].find(([, old]) => old === name)?.[0] ?? name
  const from = schemesOf(context.base).get(name)
  const to = schemesOf(context.revision).get(renamed)
  if (from === undefined || to === undefined) return
  const here = { ...spot, place: `security ${name}` }
  const changed = (key: string): boolean =>
    canonical(own(from.raw, key)) !== canonical(own(to.raw, key))
  const note = (
    rule: 'security-scheme-type' | 'security-scheme-location' | 'security-scheme-url',
    keys: readonly string[],
  ): void => {
    const pick = (raw: unknown) => Object.fromEntries(keys.map((key) => [key, own(raw, key)]))
    context.note(rule, here, from.pointer, to.pointer, { old: pick(from.raw), new: pick(to.raw) })
  }
  if (changed('type')) {
    note('security-scheme-type', ['type'])
    return
  }
  const place = ['in', 'name', 'scheme'].filter((key) =>
    key === 'scheme'
      ? ownString(from.raw, key)?.toLowerCase() !== ownString(to.raw, key)?.toLowerCase()
      : changed(key),
  )
  if (place.length > 0) note('security-scheme-location', place)
  const urls = (raw: unknown): string => canonical(urlsOf(raw))
  if (changed('openIdConnectUrl')) note('security-scheme-url', ['openIdConnectUrl'])
  else if (urls(from.raw) !== urls(to.raw)) {
    const pair = { old: urlsOf(from.raw), new: urlsOf(to.raw) }
    context.note('security-scheme-url', here, from.pointer, to.pointer, pair)
  }
}

function urlsOf(raw: unknown): Record<string, unknown> {
  const flows = ownObject(raw, 'flows')
  return Object.fromEntries(
    Object.entries(flows).map(([flow, one]) => [
      flow,
      {
        authorizationUrl: own(one, 'authorizationUrl'),
        tokenUrl: own(one, 'tokenUrl'),
        refreshUrl: own(one, 'refreshUrl'),
      },
    ]),
  )
}
