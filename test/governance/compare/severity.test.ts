import { expect, test } from 'vitest'
import { severityOf } from '../../../src/governance/compare/severity.ts'

test.for([
  ['breaking', 'frozen', 'error', 'error'],
  ['breaking', 'stable', 'error', 'error'],
  ['breaking', 'experimental', 'info', 'info'],
  ['risky', 'frozen', 'error', 'error'],
  ['risky', 'stable', 'warning', 'error'],
  ['risky', 'experimental', 'none', 'none'],
  ['additive', 'frozen', 'info', 'info'],
  ['additive', 'stable', 'info', 'info'],
  ['additive', 'experimental', 'none', 'none'],
] as const)(
  'a %s change of a %s contract is %s, and %s when strict',
  ([level, status, normal, strict]) => {
    const severities = [severityOf(level, status), severityOf(level, status, { strict: true })]

    expect(severities).toEqual([normal, strict])
  },
)
