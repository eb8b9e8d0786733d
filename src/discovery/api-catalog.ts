/** RFC 9727: where the API, its description, its documentation and its state are. */
export const buildApiCatalog = () => ({
  linkset: [
    {
      anchor: '/.well-known/api-catalog',
      item: [{ href: '/v1' }],
    },
    {
      anchor: '/v1',
      'service-desc': [{ href: '/v1/openapi.json', type: 'application/vnd.oai.openapi+json' }],
      'service-doc': [{ href: '/docs', type: 'text/html' }],
      'service-meta': [
        { href: '/v1/capabilities', type: 'application/json' },
        { href: '/v1/capabilities/manifest', type: 'application/json' },
        { href: '/v1/mcp/capabilities', type: 'application/json' },
      ],
      status: [{ href: '/health/ready', type: 'application/json' }],
    },
  ],
})
