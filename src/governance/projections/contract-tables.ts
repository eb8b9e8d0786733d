import { contractVersionsOf } from '../contract-versions.ts'
import type { Facts } from '../facts.ts'
import { renderTable } from '../markdown.ts'
import { operationsOf } from '../operations.ts'
import type { Projection } from '../projection.ts'

export const MATRIX_PATH = 'CONTRACTS.md'
export const MATRIX_BLOCK = 'generated:contract-matrix'
export const VERSIONS_BLOCK = 'generated:contract-versions'

const gate = 'contract-docs'

const matrix: Projection = {
  path: MATRIX_PATH,
  block: MATRIX_BLOCK,
  gate,
  render: ({ contracts }) =>
    renderTable(
      ['Contract', 'Id', 'Document', 'Version', 'Status', 'Note'],
      Object.entries(contracts).map(([id, { title, doc, version, status, note }]) => [
        title,
        `\`${id}\``,
        `[${doc}](${doc})`,
        String(version),
        status,
        note ?? '',
      ]),
    ),
}

const versions: Projection = {
  path: MATRIX_PATH,
  block: VERSIONS_BLOCK,
  gate,
  render: ({ contracts }) =>
    [
      '```text',
      ...Object.entries(contractVersionsOf(contracts)).map(([key, version]) => `${key}=${version}`),
      '```',
    ].join('\n'),
}

/** The routes of one contract that this build serves. */
const routesOf = (contract: string, path: string): Projection => ({
  path,
  block: 'generated:served-routes',
  gate,
  render: (facts) =>
    renderTable(
      ['Route', 'Capability', 'Scope', 'Operation'],
      operationsOf(facts.openapi)
        .filter(({ spec }) => spec['x-contract'] === contract)
        .map(({ name, spec }) => [
          `\`${name}\``,
          `\`${String(spec['x-capability'])}\``,
          [spec['x-scope']].flat().map(String).join(' or '),
          String(spec.summary ?? ''),
        ]),
    ),
})

const commands: Projection = {
  path: 'docs/contracts/cli-output-contract-v1.md',
  block: 'generated:commands',
  gate,
  render: (facts: Facts) =>
    renderTable(
      ['Command', 'Capability'],
      facts.commands.map(({ name, capability }) => [`\`lectern ${name}\``, `\`${capability}\``]),
    ),
}

const exitCodes: Projection = {
  path: 'docs/contracts/cli-output-contract-v1.md',
  block: 'generated:exit-codes',
  gate,
  render: ({ exitCodes: codes }) =>
    renderTable(
      ['Class (`error.code`)', 'Exit code', 'Meaning'],
      [
        ['*(none)*', '0', 'The command did what it was asked.'],
        ...Object.entries(codes).map(([name, value]) => [
          `\`${name}\``,
          String(value),
          CLASS_MEANING[name] ?? '',
        ]),
      ],
    ),
}

const CLASS_MEANING: Readonly<Record<string, string>> = {
  policy: 'A check failed, or files were left out: the result stands on stdout, and it is a no.',
  usage:
    'The command line, a setting or a request is wrong: an unknown name, a missing or bad value.',
  data: 'What was asked for is well formed and is not there, or its state does not allow it.',
  parse: 'An input cannot be read as what it should be.',
  internal: 'Lectern failed unexpectedly. This is a bug; please report it.',
}

export const contractTables: readonly Projection[] = [
  matrix,
  versions,
  routesOf('capabilities', 'docs/contracts/capabilities-contract-v1.md'),
  routesOf('http-mcp', 'docs/contracts/http-mcp-contract-v1.md'),
  routesOf('context-repo', 'docs/contracts/context-repo-contract-v1.md'),
  routesOf('manifest', 'docs/contracts/manifest-contract-v1.md'),
  commands,
  exitCodes,
]
