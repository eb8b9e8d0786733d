import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { OUTPUT_SCHEMAS } from '../src/cli/schemas/registry.ts'

/** Path from the root of the checkout → the published schema, as `npm run` writes it and the tests compare it. */
export const schemaFiles = (): Readonly<Record<string, object>> =>
  Object.fromEntries(
    Object.entries(OUTPUT_SCHEMAS).map(([name, { title, schema }]) => [
      `schemas/${name}.schema.json`,
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        // A copy as JSON: what is left is exactly what a reader of the file sees.
        ...JSON.parse(JSON.stringify(schema)),
        $id: `urn:lectern:schema:${name}`,
        title,
      },
    ]),
  )

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = new URL('../', import.meta.url)
  mkdirSync(new URL('schemas/', root), { recursive: true })
  for (const [path, schema] of Object.entries(schemaFiles())) {
    writeFileSync(new URL(path, root), `${JSON.stringify(schema, null, 2)}\n`)
  }
}
