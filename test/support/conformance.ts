import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { openApiDocument } from '../../src/http/openapi.ts'

type Json = Readonly<Record<string, unknown>>

interface Described {
  readonly pattern: RegExp
  readonly operations: Json
}

interface Description {
  readonly paths: readonly Described[]
  readonly ajv: Ajv2020
  readonly validators: Map<string, ValidateFunction>
}

const descriptions = new WeakMap<FastifyInstance, Description>()

function describe(app: FastifyInstance): Description {
  const known = descriptions.get(app)
  if (known !== undefined) return known
  const document = openApiDocument(app)
  const ajv = new Ajv2020({ strict: false })
  ajv.addSchema({ $id: 'api', ...document })
  const paths = Object.entries(document.paths as Record<string, Json>)
    .map(([template, operations]) => ({
      pattern: new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`),
      template,
      operations,
    }))
    // Fixed paths before those with parameters, as the router prefers them.
    .sort((a, b) => Number(a.template.includes('{')) - Number(b.template.includes('{')))
  const description = { paths, ajv, validators: new Map() }
  descriptions.set(app, description)
  return description
}

/** Injects a request and holds the reply to the OpenAPI document: status, media type and body. */
export async function conformingInject(
  app: FastifyInstance,
  request: InjectOptions | string,
): Promise<LightMyRequestResponse> {
  const options: InjectOptions = typeof request === 'string' ? { url: request } : request
  const reply = await app.inject({ ...options, headers: { host: 'localhost', ...options.headers } })
  const path = String(options.url ?? options.path).split('?', 1)[0] ?? ''
  const method = (options.method ?? 'GET').toLowerCase()
  const { paths, ajv, validators } = describe(app)
  const operation = paths.find(({ pattern }) => pattern.test(path))?.operations[method] as
    | Json
    | undefined
  if (operation === undefined || reply.statusCode === 304) return reply
  const responses = operation.responses as Record<string, Json>
  const declared = responses[reply.statusCode]
  const where = `${method.toUpperCase()} ${path} → ${reply.statusCode}`
  if (declared === undefined)
    throw new Error(`${where} is a status that OpenAPI does not declare: ${reply.body}`)
  const media = String(reply.headers['content-type'] ?? '').split(';', 1)[0] ?? ''
  const content = declared.content as Record<string, { schema: object }> | undefined
  const schema = content?.[media]?.schema
  if (schema === undefined) {
    if (reply.body === '') return reply
    throw new Error(`${where} answers ${media}, which OpenAPI does not declare`)
  }
  if (!media.endsWith('json') || reply.headers['content-encoding'] !== undefined) return reply
  const key = `${method} ${operation.operationId as string} ${reply.statusCode}`
  let validate = validators.get(key)
  if (validate === undefined) {
    validate = ajv.compile(relocate(schema) as object)
    validators.set(key, validate)
  }
  if (!validate(reply.json())) {
    throw new Error(
      `${where} does not conform: ${ajv.errorsText(validate.errors)}\n${reply.body.slice(0, 1000)}`,
    )
  }
  return reply
}

// The schemas refer to each other inside the document, which has a name here.
const relocate = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(relocate)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) =>
      key === '$ref' && typeof child === 'string' ? [key, `api${child}`] : [key, relocate(child)],
    ),
  )
}
