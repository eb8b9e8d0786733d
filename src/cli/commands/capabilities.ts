import { MANIFEST_JSON } from '../../contracts/manifest.generated.ts'
import type { Manifest } from '../../contracts/manifest.ts'
import type { Invocation } from '../command.ts'
import { print, write } from '../output.ts'
import { table } from '../table.ts'

/** Prints the manifest: its exact bytes with `--json`, else a table for a person. */
export async function run({ json }: Invocation): Promise<void> {
  if (json) return write(MANIFEST_JSON)
  // The constant was written from a value of this type.
  const manifest = JSON.parse(MANIFEST_JSON) as Manifest
  print(
    `${manifest.product.name} ${manifest.product.version}`,
    '',
    'Capabilities',
    ...table(
      manifest.capabilities.map(({ id, title, status, stability, surfaces }) => [
        id,
        title,
        status,
        stability,
        surfaces.join(' '),
      ]),
      '  ',
    ),
    ...section(
      'Formats',
      manifest.formats.map(({ id, title, status, maturity, extensions }) => [
        id,
        title,
        status,
        maturity ?? 'not measured',
        extensions.join(' '),
      ]),
    ),
    ...section(
      'Surfaces',
      manifest.surfaces.map(({ id, status, entryPoints }) => [
        id,
        status,
        `${entryPoints.length} entry points`,
      ]),
    ),
    '',
    'What is not listed is not supported. `lectern capabilities --json` has the whole manifest.',
  )
}

const section = (title: string, rows: readonly (readonly string[])[]): string[] =>
  rows.length === 0 ? [] : ['', title, ...table(rows, '  ')]
