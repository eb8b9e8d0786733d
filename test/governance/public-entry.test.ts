import { expect, test } from 'vitest'

test('the comparison can be imported by the name of the package, as its documentation says', async () => {
  const name = 'lectern/governance'
  const { compareOpenApi } = (await import(
    name
  )) as typeof import('../../src/governance/compare/openapi.ts')
  const document = (paths: object) => ({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths,
  })
  const get = { get: { responses: { 200: { description: 'ok' } } } }

  const { findings, failed } = compareOpenApi(document({ '/a': get }), document({}))

  expect(failed).toBe(true)
  expect(findings.map(({ rule }) => rule)).toEqual(['operation-removed'])
})
