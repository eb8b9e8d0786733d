import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { diffDocuments } from '../../src/governance/diff.ts'
import type { FetchText } from '../../src/governance/document-source.ts'
import { readDocument } from '../../src/governance/document-source.ts'
import { tempDir } from '../support/app.ts'

const OPTIONS = { strict: false, honourStability: false }
const noNetwork: FetchText = () => Promise.reject(new Error('no network'))

const api = (type: string) => ({
  openapi: '3.1.0',
  info: { title: 'A', version: '1' },
  paths: {
    '/a': {
      get: {
        responses: {
          200: {
            description: 'A',
            content: {
              'application/json': {
                schema: { type: 'object', required: ['n'], properties: { n: { type } } },
              },
            },
          },
        },
      },
    },
  },
})

describe('two documents', () => {
  test('are compared as OpenAPI when they are', () => {
    const { kind, comparison } = diffDocuments(api('integer'), api('string'), OPTIONS)

    expect(kind).toBe('openapi')
    expect(comparison.failed).toBe(true)
    expect(comparison.findings.map(({ rule }) => rule)).toEqual(['response-type'])
  })

  test('are compared as schemas that are read and written otherwise', () => {
    const { kind, comparison } = diffDocuments({ type: 'string' }, { type: 'integer' }, OPTIONS)

    expect(kind).toBe('json-schema')
    expect(comparison.failed).toBe(true)
  })

  test('that cannot be compared are a parse failure', () => {
    expect(() => diffDocuments({ swagger: '2.0' }, api('string'), OPTIONS)).toThrow(
      expect.objectContaining({ reason: 'document_not_parsed', class: 'parse' }) as Error,
    )
  })
})

describe('a document', () => {
  test.for([
    ['JSON', '{"openapi":"3.1.0"}'],
    ['YAML', 'openapi: 3.1.0\n'],
  ] as const)('is read as %s', async ([, text]) => {
    using dir = tempDir()
    const file = join(dir.path, 'api')
    writeFileSync(file, text)

    expect(await readDocument(file, noNetwork)).toEqual({ openapi: '3.1.0' })
  })

  test('is read from a URL', async () => {
    const reply: FetchText = async () => ({ ok: true, status: 200, text: async () => '{"a":1}' })

    expect(await readDocument('https://example.org/api.json', reply)).toEqual({ a: 1 })
  })

  test.for([
    ['a file that is not there', 'nowhere.json', 'document_unreadable', 'data'],
    ['a URL that nobody answers', 'https://example.org/x', 'document_unreadable', 'data'],
  ] as const)('%s is refused', async ([, source, reason, errorClass]) => {
    await expect(readDocument(source, noNetwork)).rejects.toMatchObject({
      reason,
      class: errorClass,
    })
  })

  test('a URL that answers with an error is refused', async () => {
    const reply: FetchText = async () => ({ ok: false, status: 404, text: async () => '{}' })

    await expect(readDocument('https://example.org/x', reply)).rejects.toThrow(/answers 404/)
  })

  test('text that is neither JSON nor YAML is a parse failure', async () => {
    using dir = tempDir()
    const file = join(dir.path, 'api.json')
    writeFileSync(file, '{"a": ')

    await expect(readDocument(file, noNetwork)).rejects.toMatchObject({
      reason: 'document_not_parsed',
      class: 'parse',
    })
  })
})
