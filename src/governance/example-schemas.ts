import type { ValidateFunction } from 'ajv'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Facts, Json } from './facts.ts'
import { findOperation, objectOf } from './operations.ts'

export type Problem =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'invalid'; readonly text: string }

/** The schemas that an example may name: of OpenAPI, of one request or reply, or published in `schemas/`. */
export class ExampleSchemas {
  readonly #openapi: Json
  readonly #read: Facts['checkout']['read']
  readonly #api: Ajv2020
  readonly #files: Ajv
  readonly #validators = new Map<string, ValidateFunction | undefined>()

  constructor({ openapi, checkout }: Pick<Facts, 'openapi' | 'checkout'>) {
    this.#openapi = openapi
    this.#read = checkout.read
    const options = { strict: false, validateFormats: false } as const
    this.#api = new Ajv2020(options)
    this.#files = new Ajv(options)
    this.#api.addSchema({ $id: 'api', components: relocate(openapi.components) })
  }

  /** What is wrong with the value as an example of the named schema, or undefined. */
  problemOf(name: string, value: unknown): Problem | undefined {
    if (!this.#validators.has(name)) this.#validators.set(name, this.#compile(name))
    const validate = this.#validators.get(name)
    if (validate === undefined) return { kind: 'unknown' }
    if (validate(value)) return undefined
    const [error] = validate.errors ?? []
    return { kind: 'invalid', text: `${error?.instancePath || '/'} ${error?.message ?? ''}`.trim() }
  }

  #compile(name: string): ValidateFunction | undefined {
    const file = this.#read(`schemas/${name}.schema.json`)
    if (file !== undefined) return this.#files.compile(JSON.parse(file) as object)
    const named = objectOf(objectOf(this.#openapi.components).schemas)[name]
    const schema = named === undefined ? this.#ofOperation(name) : named
    return schema === undefined ? undefined : this.#api.compile(relocate(schema) as object)
  }

  /** `GET /v1/x 200` is a reply, `POST /v1/x body` a request. */
  #ofOperation(name: string): unknown {
    const [method = '', path = '', part = ''] = name.split(' ')
    const spec = findOperation(this.#openapi, `${method} ${path}`)?.spec
    if (spec === undefined) return undefined
    const holder =
      part === 'body' ? objectOf(spec.requestBody) : objectOf(objectOf(spec.responses)[part])
    return objectOf(objectOf(holder.content)['application/json']).schema
  }
}

// References point into the document, which is registered here under a name of its own.
function relocate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relocate)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) =>
      key === '$ref' && typeof child === 'string' && child.startsWith('#')
        ? [key, `api${child}`]
        : [key, relocate(child)],
    ),
  )
}
