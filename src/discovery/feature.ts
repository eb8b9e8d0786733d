import { defineFeature } from '../contracts/feature.ts'
import { errors } from './errors.ts'

export const feature = defineFeature({
  id: 'discovery',
  title: 'What this instance can do',
  capabilities: {
    'discovery.capabilities': {
      title: 'Read what this instance can do',
      contract: 'capabilities',
      status: 'supported',
      scope: 'any',
    },
    'discovery.manifest': {
      title: 'Read the manifest of this build',
      contract: 'manifest',
      status: 'supported',
      scope: 'public',
    },
    'discovery.contracts': {
      title: 'Read the contracts and how stable each is',
      contract: 'capabilities',
      status: 'supported',
      scope: 'any',
    },
    'discovery.openapi': {
      title: 'Read the OpenAPI document',
      contract: 'http-mcp',
      status: 'supported',
      scope: 'any',
    },
    'discovery.reference': {
      title: 'Browse the API reference',
      contract: 'http-mcp',
      status: 'supported',
      scope: 'any',
    },
    'discovery.catalog': {
      title: 'Find the API from its well-known address',
      contract: 'capabilities',
      status: 'supported',
      scope: 'public',
    },
    'discovery.mcp': {
      title: 'Read the capabilities in the Context Repo shape',
      contract: 'context-repo',
      status: 'supported',
      scope: 'public',
    },
    'server.health': {
      title: 'Ask whether the server lives and is ready',
      contract: 'http-mcp',
      status: 'supported',
      scope: 'public',
    },
  },
  flags: { http_server: ['server.health'] },
  errors: errors.$table,
})
