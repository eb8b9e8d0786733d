import { VERSION } from '../../contracts/version.ts'
import { sha256Hex } from '../../lib/hash.ts'
import type { GateFinding, Report } from '../check.ts'
import { locationOf } from './location.ts'

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const

/** The findings as SARIF 2.1.0. */
export function sarifReport({ findings }: Report): object {
  const rules = [...new Set(findings.map(({ rule }) => rule))].sort()
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'lectern check', version: VERSION, rules: rules.map((id) => ({ id })) },
        },
        results: findings.map(result),
      },
    ],
  }
}

function result({ rule, severity, message, subject, pointer, gate }: GateFinding): object {
  const { file, line } = locationOf(pointer)
  return {
    ruleId: rule,
    level: LEVELS[severity],
    message: { text: message },
    partialFingerprints: {
      'contractFinding/v1': sha256Hex([gate, rule, subject, message].join('\n')).slice(0, 16),
    },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: file }, region: { startLine: line } },
        logicalLocations: [{ fullyQualifiedName: subject }],
      },
    ],
  }
}
