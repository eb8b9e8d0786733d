import type { ErrorObject } from 'ajv'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import type { AppError } from '../contracts/errors.ts'
import { coreErrors } from '../contracts/errors.ts'
import { lazy } from '../lib/lazy.ts'

/**
 * Query strings, path parameters and headers are text and are converted; bodies are never converted, never
 * stripped and never completed. Validators are compiled on first use, which keeps the start short.
 */
export function installValidation(app: FastifyInstance): void {
  const options = {
    strict: true,
    allErrors: false,
    removeAdditional: false,
    allowUnionTypes: true,
  } as const
  const text = lazy(() => formats(new Ajv({ ...options, coerceTypes: true, useDefaults: true })))
  const body = lazy(() => formats(new Ajv({ ...options, coerceTypes: false, useDefaults: false })))
  const compiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
    const validator = lazy(() => (httpPart === 'body' ? body() : text()).compile(schema))
    return (data: unknown) => {
      const validate = validator()
      if (validate(data)) return { value: data }
      return { error: describe(validate.errors ?? [], httpPart ?? 'request', data) }
    }
  }
  app.setValidatorCompiler(compiler)
  // Schemas of replies are held by the tests; a serializer would drop undeclared fields without a word.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
}

function formats(ajv: Ajv): Ajv {
  ajv.addKeyword('example').addKeyword('x-closed-enum')
  // The package is CommonJS: its default export is the function under both module systems.
  ;(addFormats as unknown as (ajv: Ajv) => void)(ajv)
  return ajv
}

const WHERE: Readonly<Record<string, string>> = {
  body: 'body field',
  querystring: 'query parameter',
  params: 'path parameter',
  headers: 'header',
}

function describe(errors: readonly ErrorObject[], part: string, data: unknown): AppError {
  const [error] = errors
  if (error === undefined) return coreErrors.invalid_request()
  const params = error.params as Readonly<Record<string, unknown>>
  const missing = error.keyword === 'required' ? String(params.missingProperty) : undefined
  const path = [
    ...error.instancePath.split('/').slice(1),
    ...(missing === undefined ? [] : [missing]),
  ]
  const name = path.map((key) => key.replace(/~1/g, '/').replace(/~0/g, '~')).join('.')
  const where = WHERE[part] ?? 'request'
  const subject =
    name === '' ? `The ${part === 'querystring' ? 'query' : part}` : `The ${where} \`${name}\``
  return coreErrors.invalid_request({
    message: `${subject} ${sentence(error, params, missing, data)}.`,
    details: { in: part, field: name, rule: error.keyword, ...allowed(params) },
  })
}

function sentence(
  error: ErrorObject,
  params: Readonly<Record<string, unknown>>,
  missing: string | undefined,
  data: unknown,
): string {
  if (missing !== undefined) return 'is required'
  if (error.keyword === 'enum' && Array.isArray(params.allowedValues)) {
    return `must be one of ${params.allowedValues.map((value) => `\`${value}\``).join(', ')}`
  }
  if (error.keyword === 'type' && error.instancePath === '' && (data ?? undefined) === undefined) {
    return 'is missing; send a JSON object'
  }
  return error.message ?? 'is not valid'
}

function allowed(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (Array.isArray(params.allowedValues)) return { allowed: params.allowedValues }
  if (typeof params.limit === 'number') return { limit: params.limit }
  return {}
}
