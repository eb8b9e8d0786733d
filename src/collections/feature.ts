import { defineFeature, supported } from '../contracts/feature.ts'
import { errors } from './errors.ts'

const reads = supported('context-repo', 'documents.read')
const writes = supported('context-repo', 'documents.write')

export const feature = defineFeature({
  id: 'collections',
  title: 'Collections of prompts and documents',
  capabilities: {
    'collections.create': writes('Create a collection'),
    'collections.read': reads('Read one collection'),
    'collections.list': reads('List collections'),
    'collections.update': writes('Change a collection', 'collections.read'),
    'collections.delete': writes('Delete a collection; its items stay'),
    'collections.items': reads('List the items of a collection', 'collections.read'),
    'collections.arrange': writes(
      'Add items to a collection and take them out',
      'collections.items',
    ),
  },
  errors: errors.$table,
})
