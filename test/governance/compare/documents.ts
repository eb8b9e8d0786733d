/** A JSON object for fixtures. */
export type Json = { readonly [key: string]: unknown }

/** A pair of documents that differ in one thing. */
type Pair = readonly [base: Json, revision: Json]

/** One rule with a pair that it speaks about, a neighbour that it is silent on, and its second level. */
export interface RuleFixture {
  readonly rule: string
  readonly hurts: Pair
  readonly harmless: Pair
  readonly also?: Pair
}

/** An OpenAPI document around a `POST /things`. */
export function api(operation: Json, rest: Json = {}): Json {
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1.0.0' },
    paths: { '/things': { post: { responses: { '200': { description: 'ok' } }, ...operation } } },
    ...rest,
  }
}

/** A document whose request body has one schema. */
export function sends(schema: unknown, rest: Json = {}): Json {
  return api({ requestBody: { content: { 'application/json': { schema } } } }, rest)
}

/** A document whose 200 answer has one schema. */
export function answers(schema: unknown, rest: Json = {}): Json {
  const content = { 'application/json': { schema } }
  return api({ responses: { '200': { description: 'ok', content } } }, rest)
}

/** A document with one query parameter. */
export function asks(parameter: Json): Json {
  return api({ parameters: [{ name: 'q', in: 'query', schema: { type: 'string' }, ...parameter }] })
}

/** A document whose 200 answer has these headers. */
export function heads(headers: Json): Json {
  return api({ responses: { '200': { description: 'ok', headers } } })
}

/** An object schema with these properties. */
export function object(properties: Json, rest: Json = {}): Json {
  return { type: 'object', properties, ...rest }
}

/** Two components that a union can choose between. */
export const PETS: Json = {
  components: {
    schemas: {
      Cat: object({ kind: { type: 'string' }, lives: { type: 'integer' } }),
      Dog: object({ kind: { type: 'string' }, tricks: { type: 'integer' } }),
      Fox: object({ kind: { type: 'string' }, dens: { type: 'integer' } }),
    },
  },
}

/** A reference to a component schema. */
export function ref(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

/** A schema that holds `if`, `then` or `else`, which object literals here must not. */
export function condition(text: string, rest: Json = {}): Json {
  return { ...rest, ...JSON.parse(text) }
}
