import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { referencePages } from '../../scripts/write-reference.ts'
import { schemaFiles } from '../../scripts/write-schemas.ts'
import { COMMANDS } from '../../src/cli/commands.ts'

const ROOT = new URL('../../', import.meta.url)

test.for(Object.entries(schemaFiles()))('%s is what the source says', ([path, schema]) => {
  const committed = JSON.parse(readFileSync(new URL(path, ROOT), 'utf8'))

  expect(committed, 'run: npx tsx scripts/write-schemas.ts').toEqual(schema)
})

test.for(Object.entries(referencePages()))('%s is what the source says', ([path, text]) => {
  const committed = readFileSync(new URL(path, ROOT), 'utf8')

  expect(committed, 'run: npx tsx scripts/write-reference.ts').toBe(text)
})

test.for(COMMANDS.map(({ name, schema }) => [name, schema] as const))(
  'the output of %s has a published schema',
  ([, schema]) => {
    expect(existsSync(new URL(`schemas/${schema}.schema.json`, ROOT))).toBe(true)
  },
)

test('every published schema refuses what it does not declare', () => {
  const open = Object.entries(schemaFiles()).flatMap(([path, schema]) =>
    objectsIn(schema)
      .filter((node) => node.additionalProperties !== false)
      .map(() => path),
  )

  expect(open).toEqual([])
})

test('no published schema is left behind by what it described', () => {
  const known = new Set(COMMANDS.map(({ schema }) => `${schema}.schema.json`))

  const strangers = readdirSync(new URL('schemas/', ROOT)).filter(
    (file) => !known.has(file) && file !== 'error.v1.schema.json' && !file.includes('.consumer.'),
  )

  expect(strangers).toEqual([])
})

function objectsIn(node: unknown): Record<string, unknown>[] {
  if (Array.isArray(node)) return node.flatMap(objectsIn)
  if (typeof node !== 'object' || node === null) return []
  const record = node as Record<string, unknown>
  return [
    ...(record.type === 'object' ? [record] : []),
    ...Object.values(record).flatMap(objectsIn),
  ]
}
