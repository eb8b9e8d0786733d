import { defineFeature } from '../contracts/feature.ts'
import { errors } from './errors.ts'

export const feature = defineFeature({
  id: 'ingest',
  title: 'Import',
  capabilities: {
    'ingest.import': {
      title: 'Import files and folders as documents',
      contract: 'context-repo',
      status: 'supported',
      scope: 'documents.write',
      requires: ['documents.create', 'documents.update'],
    },
  },
  errors: errors.$table,
})
