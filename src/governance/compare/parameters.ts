import { settle } from './context.ts'
import type { SchemaDocument, Source } from './document.ts'
import { own, ownArray, ownObject, ownString, step } from './json.ts'

/** A parameter with its effective place and name; path parameters are known by position. */
export interface Parameter {
  readonly key: string
  readonly location: string
  readonly name: string
  readonly required: boolean
  readonly source: Source
}

const IGNORED_HEADERS = new Set(['accept', 'authorization', 'content-type'])

/** The parameters of an operation, those of its path included, by key. */
export function parametersOf(
  document: SchemaDocument,
  item: Source,
  operation: Source,
  template: readonly string[],
): ReadonlyMap<string, Parameter> {
  const found = new Map<string, Parameter>()
  for (const holder of [item, operation]) {
    ownArray(holder.raw, 'parameters').forEach((raw, index) => {
      const pointer = step(holder.pointer, 'parameters', index)
      const source = settle(document, { raw, pointer })
      const location = ownString(source.raw, 'in')
      const name = ownString(source.raw, 'name')
      if (location === undefined || name === undefined) return
      if (location === 'header' && IGNORED_HEADERS.has(name.toLowerCase())) return
      const key = keyOf(location, name, template)
      const required = location === 'path' || own(source.raw, 'required') === true
      found.set(key, { key, location, name, required, source })
    })
  }
  return found
}

function keyOf(location: string, name: string, template: readonly string[]): string {
  if (location === 'header') return `header ${name.toLowerCase()}`
  if (location !== 'path') return `${location} ${name}`
  const position = template.indexOf(name)
  return position < 0 ? `path ${name}` : `path #${position}`
}

const STYLES: Readonly<Record<string, string>> = {
  cookie: 'form',
  header: 'simple',
  path: 'simple',
  query: 'form',
}

/** How a parameter or header is written, defaults filled in. */
export function styleOf(raw: unknown, location: string): { style: string; explode: boolean } {
  const style = ownString(raw, 'style') ?? STYLES[location] ?? 'form'
  const explode = own(raw, 'explode')
  return { style, explode: typeof explode === 'boolean' ? explode : style === 'form' }
}

/** The schema of a parameter or header, and the media type when it is written as content. */
export function schemaOf(source: Source): { readonly schema: Source; readonly media?: string } {
  const content = ownObject(source.raw, 'content')
  const [media] = Object.keys(content)
  if (media === undefined) {
    const raw = own(source.raw, 'schema') ?? true
    return { schema: { raw, pointer: step(source.pointer, 'schema') } }
  }
  const raw = own(content[media], 'schema') ?? true
  return { schema: { raw, pointer: step(source.pointer, 'content', media, 'schema') }, media }
}
