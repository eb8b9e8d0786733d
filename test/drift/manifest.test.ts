import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { MANIFEST_JSON } from '../../src/contracts/manifest.generated.ts'
import { cleanFacts, edited, failuresOf, liveFacts, verdictOf, without } from './support/facts.ts'

const CONSTANT = 'src/contracts/manifest.generated.ts'
const EXAMPLE = 'examples/capabilities.json'
const STRICT = 'schemas/capabilities.v1.schema.json'
const LENIENT = 'schemas/capabilities.v1.consumer.schema.json'

describe('the packaged manifest', () => {
  test('is that of this build, with its example and schemas', async () => {
    expect(verdictOf('manifest', await liveFacts()).findings).toEqual([])
  })

  test('is loaded as the same bytes as the example', async () => {
    const { checkout } = await liveFacts()

    expect(checkout.read(EXAMPLE)).toBe(MANIFEST_JSON)
  })

  test.for([
    ['a stale constant', CONSTANT, 'documents.read', 'documents.look'],
    ['an edited example', EXAMPLE, '"lectern.capabilities.v1"', '"lectern.capabilities.v2"'],
    ['an edited schema', STRICT, '"ignore"', '"fail"'],
    ['an edited consumer schema', LENIENT, '"supported"', '"brilliant"'],
  ] as const)('%s is reported', async ([, path, from, to]) => {
    const facts = edited(await cleanFacts(), path, (text) => text.replaceAll(from, to))

    const { lines, messages } = failuresOf(facts)

    expect(lines[0]).toBe(`manifest projection-stale ${path}`)
    expect(lines.every((line) => line.startsWith('manifest '))).toBe(true)
    expect(messages[0]).toMatch(/undo the change, or run `lectern check accept/)
  })

  test.for([
    [
      'a level that nobody measured',
      { level: 'beta', figures: [] },
      'maturity-not-measured markdown',
    ],
    [
      'a figure below its threshold',
      { level: 'beta', figures: [{ name: 'f1', measured: 0.9, atLeast: 0.95 }] },
      'maturity-below-threshold markdown',
    ],
    [
      'a word that is no level',
      { level: 'gold', figures: [] },
      'thresholds-invalid benchmarks/thresholds.json',
    ],
  ] as const)('%s is reported', async ([, entry, expected]) => {
    const thresholds = { schemaVersion: 'lectern.thresholds.v1', extractors: { markdown: entry } }
    const facts = edited(await cleanFacts(), 'benchmarks/thresholds.json', () =>
      JSON.stringify(thresholds),
    )

    const { lines, messages } = failuresOf(facts)

    expect(lines).toEqual([`manifest ${expected}`])
    expect(messages[0]).toMatch(/measure|experimental/)
  })

  test('a missing example is reported', async () => {
    const { lines } = failuresOf(without(await cleanFacts(), EXAMPLE))

    expect(lines).toEqual([`manifest projection-missing ${EXAMPLE}`])
  })

  test('is read by the consumer schema with what a newer release adds, and refused by the strict one', async () => {
    const { checkout } = await cleanFacts()
    const newer = JSON.parse(MANIFEST_JSON) as Record<string, unknown[]>
    const surface = { id: 'telepathy', status: 'supported', entryPoints: [], capabilities: [] }
    const document = { ...newer, surfaces: [...(newer.surfaces ?? []), surface], novelty: true }

    const fits = (path: string) =>
      new Ajv({ strict: false }).validate(
        JSON.parse(checkout.read(path) ?? '{}') as object,
        document,
      )

    expect([fits(STRICT), fits(LENIENT)]).toEqual([false, true])
  })

  test('refuses a word of status that is not in the vocabulary, for consumers too', async () => {
    const { checkout } = await cleanFacts()
    const text = MANIFEST_JSON.replaceAll('"status": "supported"', '"status": "promoted"')

    const fits = new Ajv({ strict: false }).validate(
      JSON.parse(checkout.read(LENIENT) ?? '{}') as object,
      JSON.parse(text),
    )

    expect(fits).toBe(false)
  })
})
