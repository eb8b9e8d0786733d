import { VERSION } from '../../contracts/version.ts'
import type { Invocation } from '../command.ts'
import { print, printJson } from '../output.ts'
import type { VersionOutput } from '../schemas/system.ts'

/** Prints which release this is and what it runs on. */
export async function run({ json }: Invocation): Promise<void> {
  const version: VersionOutput = {
    schemaVersion: 'lectern.version.v1',
    name: 'lectern',
    version: VERSION,
    node: process.versions.node,
  }
  if (json) printJson(version)
  else print(`${version.name} ${version.version} (Node ${version.node})`)
}
