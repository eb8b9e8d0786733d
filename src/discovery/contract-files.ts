import { readFileSync } from 'node:fs'
import type { ContractId } from '../contracts/contract-docs.ts'
import {
  CONTRACT_DOCS,
  CONTRACT_IDS,
  contractStatuses,
  contractVersions,
} from '../contracts/contract-docs.ts'
import { sha256Hex } from '../lib/hash.ts'

// Two levels up from `src/discovery` and from `dist/discovery` alike.
const ROOT = new URL('../../', import.meta.url)

const isContractId = (id: string): id is ContractId => CONTRACT_IDS.some((known) => known === id)

/** The published text of a contract with its facts, or undefined when there is none with this id. */
export function readContract(id: string) {
  if (!isContractId(id)) return undefined
  const { title, version, status, doc } = CONTRACT_DOCS[id]
  const markdown = readFileSync(new URL(doc, ROOT), 'utf8')
  const sha256 = sha256Hex(markdown.replace(/\r\n/g, '\n'))
  return {
    id,
    title,
    version,
    status,
    document: doc,
    sha256,
    href: `/v1/contracts/${id}`,
    markdown,
  }
}

/** `GET /v1/contracts`: the maps of the capabilities document, and where each text is. */
export function buildContractIndex() {
  const contracts = CONTRACT_IDS.flatMap((id) => {
    const contract = readContract(id)
    if (contract === undefined) return []
    const { markdown: _text, ...summary } = contract
    return [summary]
  })
  return {
    contract_status: contractStatuses(),
    contract_versions: contractVersions(),
    contracts,
  }
}
