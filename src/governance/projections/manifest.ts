import { Manifest } from '../../contracts/manifest.ts'
import { lenient } from '../lenient.ts'
import type { Projection } from '../projection.ts'

const gate = 'manifest'

const NOTICE = 'Written by `lectern check accept` from what this build registers; do not edit.'

/** The constant that every surface prints; a constant, so that reading it opens no file. */
const constant: Projection = {
  path: 'src/contracts/manifest.generated.ts',
  gate,
  render: ({ manifest }) =>
    `// ${NOTICE}\n\n/** The manifest, byte for byte as every surface prints it. */\nexport const MANIFEST_JSON =\n  ${JSON.stringify(manifest)}\n`,
}

const example: Projection = {
  path: 'examples/capabilities.json',
  gate,
  render: ({ manifest }) => manifest,
}

const schemaFile = (schema: unknown, name: string, title: string): string =>
  `${JSON.stringify(
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      ...(JSON.parse(JSON.stringify(schema)) as object),
      $id: `urn:lectern:schema:${name}`,
      title,
    },
    null,
    2,
  )}\n`

const producerSchema: Projection = {
  path: 'schemas/capabilities.v1.schema.json',
  gate,
  render: () => schemaFile(Manifest, 'capabilities.v1', 'The capability manifest'),
}

const consumerSchema: Projection = {
  path: 'schemas/capabilities.v1.consumer.schema.json',
  gate,
  render: () =>
    schemaFile(
      lenient(Manifest),
      'capabilities.v1.consumer',
      'The capability manifest, as a consumer of major version 1 reads it',
    ),
}

export const manifestProjections: readonly Projection[] = [
  constant,
  example,
  producerSchema,
  consumerSchema,
]
