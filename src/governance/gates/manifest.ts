import { Ajv } from 'ajv'
import type { Facts, Json } from '../facts.ts'
import type { Finding, Gate } from '../gate.ts'
import { failure } from '../gate.ts'
import { objectOf } from '../operations.ts'
import { staleProjections } from '../projections.ts'
import { checkThresholds } from '../thresholds.ts'

const EXAMPLE = 'examples/capabilities.json'
const SCHEMAS = [
  'schemas/capabilities.v1.schema.json',
  'schemas/capabilities.v1.consumer.schema.json',
] as const

/** The packaged constant, the example and the schemas are those of this build, and fit each other. */
export const manifest: Gate = {
  id: 'manifest',
  title: 'The packaged manifest is that of this build',
  run(facts) {
    const document = objectOf(JSON.parse(facts.manifest))
    const listed = Array.isArray(document.capabilities) ? document.capabilities.length : 0
    return {
      compared: listed,
      findings: [
        ...staleProjections('manifest', facts),
        ...SCHEMAS.flatMap((path) => validates(path, facts)),
        ...unknownCapabilities(document, facts),
        ...checkThresholds(facts),
      ],
    }
  },
}

function validates(path: string, { checkout }: Facts): Finding[] {
  const [schema, example] = [checkout.read(path), checkout.read(EXAMPLE)]
  // A missing file is reported as a stale projection already.
  if (schema === undefined || example === undefined) return []
  const ajv = new Ajv({ strict: false })
  try {
    if (ajv.validate(JSON.parse(schema) as object, JSON.parse(example))) return []
    const message = `${EXAMPLE} does not fit ${path}: ${ajv.errorsText()}; correct the schema in src/contracts/manifest.ts.`
    return [failure('manifest-invalid', path, message, path)]
  } catch {
    // What is not JSON or no schema differs from what is generated, which is reported already.
    return []
  }
}

/** Every surface refers to capabilities that the manifest itself lists. */
function unknownCapabilities(document: Json, { catalog }: Facts): Finding[] {
  const surfaces = Array.isArray(document.surfaces) ? document.surfaces.map(objectOf) : []
  return surfaces.flatMap(({ id, capabilities }) =>
    (Array.isArray(capabilities) ? capabilities.map(String) : [])
      .filter((capability) => !catalog.capabilities.has(capability))
      .map((capability) =>
        failure(
          'manifest-unknown-capability',
          capability,
          `The surface ${String(id)} refers to ${capability}, which no room declares; declare it in a feature.ts, or correct the surface.`,
        ),
      ),
  )
}
