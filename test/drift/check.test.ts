import { describe, expect, test } from 'vitest'
import { runGates } from '../../src/governance/check.ts'
import { GATES } from '../../src/governance/gates.ts'
import { githubReport } from '../../src/governance/reports/github.ts'
import { junitReport } from '../../src/governance/reports/junit.ts'
import { sarifReport } from '../../src/governance/reports/sarif.ts'
import { textReport } from '../../src/governance/reports/text.ts'
import { cleanFacts, edited, liveFacts } from './support/facts.ts'

const DOC = 'docs/contracts/context-repo-contract-v1.md'

const broken = async () =>
  runGates(
    edited(await cleanFacts(), DOC, (text) =>
      text.replace('example: POST /v1/keys body', 'example: POST /v1/keys <body>'),
    ),
  )

describe('the gates together', () => {
  test('pass on this checkout', async () => {
    const { findings } = runGates(await liveFacts())

    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test('are these', () => {
    expect(GATES.map(({ id }) => id)).toEqual([
      'snapshot',
      'compat',
      'routes',
      'capabilities-keys',
      'contract-docs',
      'frozen',
      'deprecations',
      'manifest',
      'examples',
      'errors-reference',
      'inventory',
    ])
  })

  test('fail when a gate has compared nothing', async () => {
    const idle = { id: 'idle', title: 'Idle', run: () => ({ compared: 0, findings: [] }) }

    const { gates, findings } = runGates(await liveFacts(), [idle])

    expect(gates).toEqual([{ id: 'idle', title: 'Idle', compared: 0, passed: false }])
    expect(findings.map(({ rule }) => rule)).toEqual(['nothing-compared'])
  })

  test('report the same twice', async () => {
    expect(await broken()).toEqual(await broken())
  })
})

describe('a report', () => {
  test('as text has a line a gate, a line a finding and the count', async () => {
    const lines = textReport(await broken())

    expect(lines.filter((line) => /^(?:ok {2}|FAIL)/.test(line))).toHaveLength(GATES.length)
    expect(lines.find((line) => line.startsWith('FAIL'))).toContain('examples')
    expect(lines.find((line) => line.startsWith('error'))).toMatch(
      /^error example-unknown-schema docs\//,
    )
    expect(lines.at(-1)).toBe('1 error, 0 warnings, 1 for information; baseline none')
  })

  test('for a code host names file and line', async () => {
    const line = githubReport(await broken()).find((one) => one.startsWith('::error'))

    expect(line).toMatch(
      /^::error file=docs\/contracts\/context-repo-contract-v1\.md,line=\d+,title=example-unknown-schema::/,
    )
  })

  test('as SARIF has rules, levels, fingerprints and places', async () => {
    const { version, runs } = sarifReport(await broken()) as {
      version: string
      runs: { results: Record<string, unknown>[] }[]
    }
    const result = runs[0]?.results.find(({ level }) => level === 'error')

    expect(version).toBe('2.1.0')
    expect(result).toMatchObject({
      ruleId: 'example-unknown-schema',
      partialFingerprints: { 'contractFinding/v1': expect.stringMatching(/^[0-9a-f]{16}$/) },
      locations: [{ physicalLocation: { artifactLocation: { uri: DOC } } }],
    })
  })

  test('as JUnit has a case a gate and escapes what it quotes', async () => {
    const xml = junitReport(await broken())

    expect(xml.match(/<testcase /g)).toHaveLength(GATES.length)
    expect(xml).toContain(`tests="${GATES.length}" failures="1"`)
    expect(xml).toContain('POST /v1/keys &lt;body&gt;')
    expect(xml).not.toContain('<body>')
  })
})
