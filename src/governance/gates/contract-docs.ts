import { contractVersionsOf } from '../contract-versions.ts'
import type { Facts } from '../facts.ts'
import type { Finding, Gate } from '../gate.ts'
import { failure } from '../gate.ts'
import { findBlock, generatedMarkers, plainCell, tableRows } from '../markdown.ts'
import { MATRIX_BLOCK, MATRIX_PATH, VERSIONS_BLOCK } from '../projections/contract-tables.ts'
import { missingMarker, PROJECTIONS, staleProjections } from '../projections.ts'

const FOLDER = 'docs/contracts'
const TABLE = 'src/contracts/contract-docs.ts'
const RANK = { experimental: 0, stable: 1, frozen: 2 } as const

/** Documents, the table in the code, and CONTRACTS.md name the same contracts. */
export const contractDocs: Gate = {
  id: 'contract-docs',
  title: 'Every contract document is classified and listed',
  run(facts) {
    const files = facts.checkout.list(FOLDER).filter((path) => path.endsWith('.md'))
    const entries = Object.entries(facts.contracts)
    return {
      compared: files.length,
      findings: [
        ...unclassified(files, facts),
        ...entries.flatMap(([id]) => checkContract(id, facts)),
        ...checkMatrix(facts),
        ...checkVersions(facts),
        ...checkDependencies(facts),
        ...staleProjections('contract-docs', facts).filter(isNotRead),
        ...unknownMarkers([...files, MATRIX_PATH], facts),
      ],
    }
  },
}

// The matrix and the version block are read cell by cell above, which says more than where they differ.
const isNotRead = ({ subject }: Finding): boolean =>
  subject !== `${MATRIX_PATH} ${MATRIX_BLOCK}` && subject !== `${MATRIX_PATH} ${VERSIONS_BLOCK}`

/** Blocks that look generated, while nothing generates them. */
function unknownMarkers(paths: readonly string[], { checkout }: Facts): Finding[] {
  return paths.flatMap((path) =>
    generatedMarkers(checkout.read(path) ?? '')
      .filter((name) => !PROJECTIONS.some((one) => one.path === path && one.block === name))
      .map((name) =>
        failure(
          'marker-unknown',
          `${path} ${name}`,
          `${path} has the marker ${name}, which nothing generates; take it out, or give it a projection in src/governance/projections.`,
          path,
        ),
      ),
  )
}

function unclassified(files: readonly string[], { contracts }: Facts): Finding[] {
  const known = new Set(Object.values(contracts).map(({ doc }) => doc))
  return files
    .filter((path) => !known.has(path))
    .map((path) =>
      failure(
        'contract-unclassified',
        path,
        `${path} has no status; add it to ${TABLE} as frozen, stable or experimental.`,
        path,
      ),
    )
}

function checkContract(id: string, { contracts, checkout }: Facts): Finding[] {
  const contract = contracts[id]
  if (contract === undefined) return []
  const { doc, version } = contract
  if (checkout.read(doc) === undefined) {
    const message = `The contract ${id} names ${doc}, which is not there; write it, or correct the path in ${TABLE}.`
    return [failure('contract-missing-file', id, message, TABLE)]
  }
  const suffix = /-v(\d+)\.md$/.exec(doc)?.[1]
  if (Number(suffix) === version) return []
  const message = `The contract ${id} is version ${version}, but its document is ${doc}; the file must end in -v${version}.md.`
  return [failure('contract-version-suffix', id, message, TABLE)]
}

function checkMatrix({ checkout, contracts }: Facts): Finding[] {
  const block = findBlock(checkout.read(MATRIX_PATH) ?? '', MATRIX_BLOCK)
  if (block === undefined) return [missingMarker(MATRIX_PATH, MATRIX_BLOCK)]
  const rows = tableRows(block.lines).map(([title = '', id = '', doc = '', version, status]) => ({
    title,
    id: plainCell(id),
    doc: plainCell(doc),
    version,
    status,
  }))
  const pointer = `${MATRIX_PATH}:${block.line}`
  const extra = rows
    .filter(({ id }) => contracts[id] === undefined)
    .map(({ id }) =>
      failure(
        'matrix-drift',
        id,
        `${MATRIX_PATH} lists the contract ${id}, which ${TABLE} does not have; add it there, or take the row out.`,
        pointer,
      ),
    )
  const wrong = Object.entries(contracts).flatMap(([id, contract]) => {
    const row = rows.find((one) => one.id === id)
    if (row === undefined) {
      const message = `${MATRIX_PATH} has no row for the contract ${id}; run \`lectern check accept --reason "…"\`, which writes the matrix.`
      return [failure('matrix-drift', id, message, pointer)]
    }
    return (['title', 'doc', 'version', 'status'] as const)
      .filter((key) => row[key] !== String(contract[key]))
      .map((key) =>
        failure(
          'matrix-drift',
          id,
          `${MATRIX_PATH} gives the ${key} of ${id} as ${row[key]}, and the code says ${contract[key]}; correct ${TABLE}, or run \`lectern check accept --reason "…"\`.`,
          pointer,
        ),
      )
  })
  return [...extra, ...wrong]
}

function checkVersions({ checkout, contracts }: Facts): Finding[] {
  const block = findBlock(checkout.read(MATRIX_PATH) ?? '', VERSIONS_BLOCK)
  if (block === undefined) return [missingMarker(MATRIX_PATH, VERSIONS_BLOCK)]
  const listed = new Set(block.lines.filter((line) => /^\S+=\d+$/.test(line)))
  const expected = Object.entries(contractVersionsOf(contracts)).map(
    ([key, version]) => `${key}=${version}`,
  )
  const say = (line: string, what: string) =>
    failure(
      'matrix-drift',
      line,
      `The version block of ${MATRIX_PATH} ${what} ${line}; run \`lectern check accept --reason "…"\`, which writes it.`,
      `${MATRIX_PATH}:${block.line}`,
    )
  return [
    ...expected.filter((line) => !listed.has(line)).map((line) => say(line, 'lacks')),
    ...[...listed]
      .filter((line) => !expected.includes(line))
      .map((line) => say(line, 'has a line that no contract stands behind:')),
  ]
}

/** A promise cannot be firmer than what it stands on. */
function checkDependencies({ catalog, contracts }: Facts): Finding[] {
  const statusOf = (id: string) => {
    const contract = catalog.capabilities.get(id)?.contract
    return contract === undefined ? undefined : contracts[contract]?.status
  }
  return [...catalog.capabilities.values()].flatMap(({ id, requires }) =>
    (requires ?? []).flatMap((needed) => {
      const [own, other] = [statusOf(id), statusOf(needed)]
      if (own === undefined || other === undefined || RANK[own] <= RANK[other]) return []
      return [
        failure(
          'frozen-reaches-experimental',
          id,
          `The capability ${id} is ${own} and requires ${needed}, which is ${other}; settle the contract of ${needed} first, or do not require it.`,
        ),
      ]
    }),
  )
}
