import { defineFeature, supported } from '../contracts/feature.ts'
import { errors } from './errors.ts'

const reads = supported('context-repo', 'prompts.read')
const writes = supported('context-repo', 'prompts.write')

export const feature = defineFeature({
  id: 'prompts',
  title: 'Prompts and their versions',
  capabilities: {
    'prompts.create': writes('Create a prompt'),
    'prompts.read': reads('Read one prompt'),
    'prompts.list': reads('List prompts'),
    'prompts.update': writes('Change a prompt', 'prompts.read'),
    'prompts.delete': writes('Delete a prompt'),
    'prompts.history': reads('Read every version of a prompt', 'prompts.read'),
    'prompts.restore': writes('Make an earlier version the current one', 'prompts.history'),
  },
  errors: errors.$table,
})
