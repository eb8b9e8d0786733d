import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'

/** What is wrong with a document by a published schema; empty when it conforms. */
export function violations(schema: string, document: unknown): string[] {
  const file = new URL(`../../../schemas/${schema}.schema.json`, import.meta.url)
  const validate = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true }).compile(
    JSON.parse(readFileSync(file, 'utf8')),
  )
  validate(document)
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}
