import { compareCallbacks, compareWebhooks } from './callbacks.ts'
import { Context } from './context.ts'
import { SchemaDocument } from './document.ts'
import { CompareInputError } from './errors.ts'
import { finish } from './findings.ts'
import { isObject, own } from './json.ts'
import { isUnfinished, mayGo } from './lifecycle.ts'
import { compareOperation } from './operations.ts'
import type { PathEntry } from './paths.ts'
import { operationsOf, pathsOf } from './paths.ts'
import { SchemaComparison } from './schema-drafts.ts'
import type { CompareOptions, Comparison } from './types.ts'

/** Compares two OpenAPI 3.x documents by what an old client and a new server can say to each other. */
export function compareOpenApi(
  base: unknown,
  revision: unknown,
  options: CompareOptions = {},
): Comparison {
  const schemas = new SchemaComparison(
    openDocument('base', base),
    openDocument('revision', revision),
  )
  const context = new Context(schemas, options)
  const before = pathsOf(context.base, options.stripPrefix?.base)
  const after = pathsOf(context.revision, options.stripPrefix?.revision)
  const known = new Set<PathEntry>()
  for (const entry of before) {
    const twins = after.filter((one) => one.shape === entry.shape)
    for (const twin of twins) known.add(twin)
    comparePath(context, entry, before, twins)
  }
  for (const entry of after) if (!known.has(entry)) noteAdded(context, entry)
  compareWebhooks(context)

  const findings = finish(context.drafts)
  const fails = options.strict === true ? ['breaking', 'risky'] : ['breaking']
  return {
    findings,
    compared: { operations: context.operations, ...schemas.compared },
    failed: findings.some(({ level }) => fails.includes(level)),
  }
}

function openDocument(side: 'base' | 'revision', root: unknown): SchemaDocument {
  const version = own(root, 'openapi')
  if (isObject(root) && own(root, 'swagger') !== undefined) {
    throw new CompareInputError(
      side,
      `The ${side} document is Swagger 2.0; only OpenAPI 3 is read.`,
    )
  }
  if (typeof version !== 'string' || !/^3\.\d+/.test(version)) {
    throw new CompareInputError(side, `The ${side} document does not say that it is OpenAPI 3.`)
  }
  const paths = own(root, 'paths')
  if (paths !== undefined && !isObject(paths)) {
    throw new CompareInputError(side, `The ${side} document has \`paths\` that are not an object.`)
  }
  return new SchemaDocument(side, root, !version.startsWith('3.0'))
}

function comparePath(
  context: Context,
  entry: PathEntry,
  all: readonly PathEntry[],
  twins: readonly PathEntry[],
): void {
  const operations = operationsOf(entry.item)
  for (const [method, from] of operations) {
    const name = `${method.toUpperCase()} ${entry.path}`
    const twin = choose(entry, twins, method)
    const to = twin === undefined ? undefined : operationsOf(twin.item).get(method)
    if (twin === undefined || to === undefined) {
      noteRemoved(context, name, entry, method)
      continue
    }
    compareOperation(context, {
      name,
      items: { base: entry.item, revision: twin.item },
      base: from,
      revision: to,
      templates: { base: entry.parameters, revision: twin.parameters },
      reversed: false,
    })
    compareCallbacks(context, from, to, name)
  }
  const siblings = all.filter((one) => one.shape === entry.shape)
  if (siblings[0] !== entry) return
  for (const twin of twins) {
    for (const [method, to] of operationsOf(twin.item)) {
      if (siblings.some((one) => operationsOf(one.item).has(method))) continue
      const spot = spotOf(`${method.toUpperCase()} ${twin.path}`)
      context.note('operation-added', spot, entry.item.pointer, to.pointer, { new: spot.operation })
    }
  }
}

/** Of several paths of one shape, the one spelt alike, else the one that has the method. */
function choose(
  entry: PathEntry,
  twins: readonly PathEntry[],
  method: string,
): PathEntry | undefined {
  const able = twins.filter((one) => operationsOf(one.item).has(method))
  return able.find((one) => one.path === entry.path) ?? able[0]
}

function noteRemoved(context: Context, name: string, entry: PathEntry, method: string): void {
  const from = operationsOf(entry.item).get(method)
  if (from === undefined) return
  const today = context.options.lifecycle?.today
  const lawful =
    (today !== undefined && mayGo(from.raw, today)) ||
    (context.options.honourStability === true && isUnfinished(from.raw))
  context.operations += 1
  context.note('operation-removed', spotOf(name), from.pointer, '/paths', {
    old: name,
    ...(lawful ? { level: 'additive' as const } : {}),
  })
}

function noteAdded(context: Context, entry: PathEntry): void {
  for (const [method, to] of operationsOf(entry.item)) {
    const spot = spotOf(`${method.toUpperCase()} ${entry.path}`)
    context.note('operation-added', spot, '/paths', to.pointer, { new: spot.operation })
  }
}

function spotOf(operation: string) {
  return { operation, direction: 'both', place: '' } as const
}
