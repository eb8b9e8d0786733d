import type { ContractDoc } from '../contracts/contract-docs.ts'

/** Version key → version of the given contracts, as the capabilities document shows them. */
export const contractVersionsOf = (
  contracts: Readonly<Record<string, ContractDoc>>,
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.values(contracts).map(({ versionKey, version }) => [versionKey, version]),
  )
