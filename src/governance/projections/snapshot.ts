import { canonicalJson } from '../../lib/canonical-json.ts'
import type { Projection } from '../projection.ts'

export const SNAPSHOT_PATH = 'openapi-v1.snapshot.json'

/** The accepted OpenAPI document, keys in order, so that a difference is a change and not a shuffle. */
export const openApiSnapshot: Projection = {
  path: SNAPSHOT_PATH,
  gate: 'snapshot',
  render: ({ openapi }) => `${canonicalJson(openapi, 2)}\n`,
}
