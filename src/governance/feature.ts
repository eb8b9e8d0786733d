import { defineFeature } from '../contracts/feature.ts'

export const feature = defineFeature({
  id: 'governance',
  title: 'Contracts and their gates',
  capabilities: {
    'governance.check': {
      title: 'Check that contracts, documents and the running server agree',
      contract: 'cli-output',
      status: 'supported',
      scope: 'public',
    },
  },
  // What it refuses is seen on the command line only, so HTTP has no reasons of this room.
  errors: {},
})
