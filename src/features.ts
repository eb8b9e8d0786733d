import { feature as access } from './access/feature.ts'
import { feature as collections } from './collections/feature.ts'
import { feature as discovery } from './discovery/feature.ts'
import { feature as documents } from './documents/feature.ts'
import { feature as governance } from './governance/feature.ts'
import { feature as ingest } from './ingest/feature.ts'
import { feature as prompts } from './prompts/feature.ts'
import { feature as search } from './search/feature.ts'

/** The one list of rooms. */
export const FEATURES = [
  discovery,
  access,
  prompts,
  documents,
  collections,
  search,
  ingest,
  governance,
] as const
