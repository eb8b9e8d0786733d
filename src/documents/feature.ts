import { defineFeature, supported } from '../contracts/feature.ts'
import { errors } from './errors.ts'

const reads = supported('context-repo', 'documents.read')
const writes = supported('context-repo', 'documents.write')

export const feature = defineFeature({
  id: 'documents',
  title: 'Documents and their revisions',
  capabilities: {
    'documents.create': writes('Create a document'),
    'documents.read': reads('Read one document'),
    'documents.list': reads('List documents'),
    'documents.update': writes('Change a document as a new revision', 'documents.read'),
    'documents.delete': writes('Delete a document'),
    'documents.history': reads('Read every revision of a document', 'documents.read'),
    'documents.restore': writes('Make an earlier revision the current one', 'documents.history'),
    'documents.coordinate': writes(
      'Let writers of a document take turns by leases',
      'documents.read',
    ),
  },
  errors: errors.$table,
})
