import { defineFeature } from '../contracts/feature.ts'
import { errors } from './errors.ts'

export const feature = defineFeature({
  id: 'access',
  title: 'Keys, scopes and the audit log',
  capabilities: {
    'access.whoami': {
      title: 'Say who the caller is and what it may do',
      contract: 'context-repo',
      status: 'supported',
      scope: 'any',
    },
    'access.keys': {
      title: 'Create, list, rotate and revoke API keys',
      contract: 'context-repo',
      status: 'supported',
      scope: 'admin',
    },
  },
  flags: { audit_trail: ['access.keys'] },
  errors: errors.$table,
})
