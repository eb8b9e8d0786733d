import { defineFeature } from '../contracts/feature.ts'
import { errors } from './errors.ts'

export const feature = defineFeature({
  id: 'search',
  title: 'Search',
  capabilities: {
    'search.literal': {
      title: 'Find text as it is written, in titles and whole bodies',
      contract: 'context-repo',
      status: 'supported',
      scope: ['documents.read', 'prompts.read'],
      requires: ['documents.read'],
    },
  },
  errors: errors.$table,
})
