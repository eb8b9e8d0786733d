import { describe, expect, test } from 'vitest'
import type { Facts } from '../../src/governance/facts.ts'
import {
  changed,
  cleanFacts,
  edited,
  failuresOf,
  inside,
  liveFacts,
  releasedAs,
  verdictOf,
  withFiles,
  without,
} from './support/facts.ts'

const REGISTER = 'DEPRECATIONS.toml'

const ROW = {
  id: 'http-get-v1-user-me',
  surface: 'http-endpoint',
  subject: 'GET /v1/user/me',
  announced_in: '0.2.0',
  earliest_removal: '0.4.0',
  replacement: 'GET /v1/contracts',
}

type Row = Readonly<Record<string, string>>

function toml(row: Row): string {
  const dates = `announced_on = ${row.announced_on ?? '2026-01-01'}${row.sunset === undefined ? '' : `\nsunset = ${row.sunset}`}`
  const texts = Object.entries(row)
    .filter(([key]) => key !== 'announced_on' && key !== 'sunset')
    .map(([key, value]) => `${key} = "${value}"`)
  return ['[[deprecation]]', ...texts, dates, ''].join('\n')
}

/** The clean facts with a row in the register, marked in OpenAPI and told in the change log. */
async function announcing(row: Row): Promise<Facts> {
  const facts = withFiles(
    await cleanFacts(),
    new Map([
      [REGISTER, toml(row)],
      ['CHANGELOG.md', `# Changelog\n\n## Unreleased\n\n### Deprecations\n\n- ${row.subject}\n`],
    ]),
  )
  return { ...facts, openapi: marked(facts, 'GET /v1/user/me') }
}

function marked(facts: Facts, operation: string): Facts['openapi'] {
  const [method = '', path = ''] = operation.split(' ')
  return changed(facts.openapi, (copy) => {
    inside(copy, 'paths', path, method.toLowerCase()).deprecated = true
  })
}

const rulesOf = (facts: Facts) => verdictOf('deprecations', facts).findings.map(({ rule }) => rule)

describe('the register of deprecations', () => {
  test('keeps its promises', async () => {
    expect(verdictOf('deprecations', await liveFacts()).findings).toEqual([])
  })

  test('accepts a row that leaves two minor releases', async () => {
    expect(rulesOf(await announcing(ROW))).toEqual([])
  })

  test('a window of one minor release is the only thing that is reported', async () => {
    const facts = edited(
      await announcing({ ...ROW, subject: 'lectern version --json', surface: 'config' }),
      REGISTER,
      () =>
        toml({
          ...ROW,
          surface: 'config',
          subject: 'port',
          earliest_removal: '0.3.0',
          replacement: 'host',
        }),
    )
    const told = edited(
      { ...facts, openapi: (await cleanFacts()).openapi },
      'CHANGELOG.md',
      (text) => `${text}- port\n`,
    )

    const { lines, messages } = failuresOf(told)

    expect(lines).toEqual(['deprecations deprecation-window http-get-v1-user-me'])
    expect(messages[0]).toContain('move earliest_removal to 0.4.0 or later')
  })

  test.for([
    ['one minor release of notice', { earliest_removal: '0.3.0' }, 'deprecation-window'],
    [
      'a removal before the announcement',
      { announced_in: '1.2.0', earliest_removal: '0.9.0' },
      'deprecation-window',
    ],
    ['a subject that is not there', { subject: 'GET /v1/user/you' }, 'deprecation-unknown-subject'],
    [
      'a parameter that is not there',
      { surface: 'http-parameter', subject: 'GET /v1/openapi.json?part' },
      'deprecation-unknown-subject',
    ],
    [
      'a field that is not there',
      { surface: 'http-field', subject: 'GET /v1/user/me 200 /data/nick' },
      'deprecation-unknown-subject',
    ],
    [
      'an option that is not there',
      { surface: 'cli', subject: 'lectern serve --quick' },
      'deprecation-unknown-subject',
    ],
    [
      'a capability that is not there',
      { surface: 'capability', subject: 'documents.sing' },
      'deprecation-unknown-subject',
    ],
    ['a replacement that is not there', { replacement: 'GET /v9/user/me' }, 'replacement-missing'],
    ['a sunset before the announcement', { sunset: '2025-12-31' }, 'sunset-before-deprecation'],
  ] as const)('%s is reported', async ([, patch, rule]) => {
    const facts = await announcing({ ...ROW, ...patch })

    expect(rulesOf(facts)).toContain(rule)
  })

  test.for([
    ['http-parameter', 'GET /v1/openapi.json?contract'],
    ['http-field', 'GET /v1/user/me 200 /data/name'],
    ['http-field', 'POST /v1/keys body /name'],
    ['cli', 'lectern serve'],
    ['cli', 'lectern serve --port'],
    ['config', 'port'],
    ['contract', 'manifest'],
    ['capability', 'access.whoami'],
  ] as const)('a %s can be announced as %s', async ([surface, subject]) => {
    const facts = await announcing({ ...ROW, surface, subject })

    expect(rulesOf(facts)).not.toContain('deprecation-unknown-subject')
  })

  test('an operation of a stable contract goes with a major release only', async () => {
    const facts = await announcing({ ...ROW, subject: 'GET /v1/contracts', replacement: 'none' })
    const told = { ...facts, openapi: marked(await cleanFacts(), 'GET /v1/contracts') }

    const { findings } = verdictOf('deprecations', told)

    expect(findings.map(({ rule }) => rule)).toEqual(['removal-not-major'])
    expect(findings[0]?.message).toContain('move earliest_removal to 1.0.0 or later')
  })

  test('a removal after too few releases is reported, whatever the numbers say', async () => {
    const facts = await announcing({ ...ROW, subject: 'GET /v1/gone', earliest_removal: '1.0.0' })
    const early = { ...facts, version: '1.0.0', released: ['0.1.0', '0.2.0'] }
    const lawful = { ...early, released: [...early.released, '0.3.0'] }

    expect(rulesOf(early)).toContain('removal-too-early')
    expect(rulesOf(lawful)).not.toContain('removal-too-early')
  })

  test('a row without the mark, and a mark without a row, are reported', async () => {
    const facts = await announcing(ROW)
    const clean = await cleanFacts()

    expect(rulesOf({ ...facts, openapi: clean.openapi })).toEqual(['deprecation-unmarked'])
    expect(rulesOf({ ...clean, openapi: facts.openapi })).toEqual(['deprecation-missing-entry'])
  })

  test('a change log that does not tell it is reported', async () => {
    const facts = edited(await announcing(ROW), 'CHANGELOG.md', (text) =>
      text.replace(ROW.subject, 'None.'),
    )

    const { findings } = verdictOf('deprecations', facts)

    expect(findings.map(({ rule }) => rule)).toEqual(['changelog-missing-deprecation'])
    expect(findings[0]?.message).toMatch(/add a line there/)
  })

  test('a row that the last release had and that is gone is reported', async () => {
    const facts = await announcing(ROW)
    const erased = {
      ...edited(facts, REGISTER, () => '# empty\n'),
      openapi: (await cleanFacts()).openapi,
    }

    expect(rulesOf({ ...erased, base: releasedAs(facts) })).toEqual(['deprecation-erased'])
  })

  test('a row that is dated back to a release that is out is reported', async () => {
    const facts = await announcing({ ...ROW, announced_in: '0.1.0' })
    const base = releasedAs(facts, new Map([[REGISTER, '']]))

    expect(rulesOf({ ...facts, base })).toEqual(['deprecation-backdated'])
  })

  test('a sunset that moved earlier is reported', async () => {
    const facts = await announcing({ ...ROW, sunset: '2027-01-01' })
    const base = releasedAs(facts, new Map([[REGISTER, toml({ ...ROW, sunset: '2027-06-01' })]]))

    expect(rulesOf({ ...facts, base })).toEqual(['sunset-moved-earlier'])
  })

  test.for([
    ['an unknown key', `${toml(ROW)}since = "0.2.0"\n`, /has the keys id, surface/],
    ['a missing key', toml(ROW).replace(/^replacement.*\n/m, ''), /has the keys id, surface/],
    ['an unknown surface', toml({ ...ROW, surface: 'smell' }), /has the keys id, surface/],
    ['a version that is none', toml({ ...ROW, announced_in: 'soon' }), /has the keys id, surface/],
    ['an id that is used twice', toml(ROW) + toml(ROW), /give the later row another one/],
    ['broken TOML', '[[deprecation]\n', /mend that line/],
  ] as const)('%s is reported', async ([, text, mend]) => {
    const facts = edited(await cleanFacts(), REGISTER, () => text)

    const { lines, messages } = failuresOf(facts)

    expect(lines).toEqual([`deprecations register-invalid ${REGISTER}`])
    expect(messages[0]).toMatch(mend)
  })

  test('a register that is gone is reported', async () => {
    const { lines } = failuresOf(without(await cleanFacts(), REGISTER))

    expect(lines).toEqual([`deprecations register-missing ${REGISTER}`])
  })
})
