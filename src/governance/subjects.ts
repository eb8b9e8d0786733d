import type { Deprecation } from '../contracts/deprecations.ts'
import type { Facts, Json } from './facts.ts'
import { findOperation, objectOf } from './operations.ts'

/** Whether this build still has what a row announces the removal of. */
export function subjectExists({ surface, subject }: Deprecation, facts: Facts): boolean {
  switch (surface) {
    case 'http-endpoint':
      return findOperation(facts.openapi, subject) !== undefined
    case 'http-parameter':
      return parameterExists(subject, facts)
    case 'http-field':
      return fieldExists(subject, facts)
    case 'cli':
      return commandExists(subject, facts)
    case 'config':
      return facts.settings.includes(subject)
    case 'mcp-tool':
      return facts.surfaces.some(({ kind, entryPoint }) => kind === 'mcp' && entryPoint === subject)
    case 'contract':
      return facts.contracts[subject] !== undefined
    case 'capability':
      return facts.catalog.capabilities.has(subject)
  }
}

// `GET /v1/foo?version`.
function parameterExists(subject: string, { openapi }: Facts): boolean {
  const [operation = '', name] = subject.split('?')
  const parameters = findOperation(openapi, operation)?.spec.parameters
  return Array.isArray(parameters) && parameters.some((one) => objectOf(one).name === name)
}

// `GET /v1/foo 200 /data/*/old` or `POST /v1/foo body /old`.
function fieldExists(subject: string, { openapi }: Facts): boolean {
  const [method = '', path = '', part = '', pointer = ''] = subject.split(' ')
  const spec = findOperation(openapi, `${method} ${path}`)?.spec
  if (spec === undefined) return false
  const holder =
    part === 'body' ? objectOf(spec.requestBody) : objectOf(objectOf(spec.responses)[part])
  const root = objectOf(objectOf(holder.content)['application/json']).schema
  let schema: unknown = root
  for (const key of pointer.split('/').slice(1)) {
    const node = follow(schema, openapi)
    schema = key === '*' ? node.items : objectOf(node.properties)[key]
    if (schema === undefined) return false
  }
  return root !== undefined
}

function follow(schema: unknown, openapi: Json): Json {
  const node = objectOf(schema)
  const name = typeof node.$ref === 'string' ? node.$ref.split('/').at(-1) : undefined
  if (name === undefined) return node
  return objectOf(objectOf(objectOf(openapi.components).schemas)[name])
}

// `lectern import` or `lectern import --dry-run`.
function commandExists(subject: string, { commands }: Facts): boolean {
  const [name = '', option] = subject.replace(/^lectern /, '').split(' --')
  const command = commands.find((one) => one.name === name)
  return command !== undefined && (option === undefined || command.options.includes(option))
}
