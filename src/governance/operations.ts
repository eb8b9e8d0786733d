import type { ContractDoc } from '../contracts/contract-docs.ts'
import type { Json } from './facts.ts'

export interface Operation {
  readonly method: string
  readonly path: string
  /** `GET /v1/x/{id}`. */
  readonly name: string
  readonly spec: Json
  readonly pointer: string
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** A part of a JSON document that is an object; anything else reads as empty. */
export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

/** Every operation of an OpenAPI document, in its order. */
export function operationsOf(document: Json): readonly Operation[] {
  return Object.entries(objectOf(document.paths)).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const spec = objectOf(item)[method]
      if (spec === undefined) return []
      const pointer = `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`
      const name = `${method.toUpperCase()} ${path}`
      return [{ method: method.toUpperCase(), path, name, spec: objectOf(spec), pointer }]
    }),
  )
}

/** The operation of this name, if the document has it. */
export const findOperation = (document: Json, name: string): Operation | undefined =>
  operationsOf(document).find((operation) => operation.name === name)

/** The status of the contract that an operation belongs to; one that names none counts as stable. */
export function statusOfOperation(
  spec: Json | undefined,
  contracts: Readonly<Record<string, Pick<ContractDoc, 'status'>>>,
): ContractDoc['status'] {
  const id = spec?.['x-contract']
  return (typeof id === 'string' ? contracts[id]?.status : undefined) ?? 'stable'
}
