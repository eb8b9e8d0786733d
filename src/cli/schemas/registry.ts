import type { TSchema } from '@sinclair/typebox'
import { Manifest } from '../../contracts/manifest.ts'
import { AcceptOutput, CheckOutput, DiffOutput } from '../../governance/schema.ts'
import { ImportOutput, SearchOutput } from './content.ts'
import { KeyOutput, KeyRevokedOutput, KeysOutput } from './keys.ts'
import { DoctorOutput, ErrorOutput, HelpOutput, ServeOutput, VersionOutput } from './system.ts'

/** File name in `schemas/` without its ending → what is in it. */
export const OUTPUT_SCHEMAS: Readonly<
  Record<string, { readonly title: string; readonly schema: TSchema }>
> = {
  'capabilities.v1': { title: 'The capability manifest', schema: Manifest },
  'check.v1': { title: 'Output of lectern check --json', schema: CheckOutput },
  'check-accept.v1': { title: 'Output of lectern check accept --json', schema: AcceptOutput },
  'check-diff.v1': { title: 'Output of lectern check diff --json', schema: DiffOutput },
  'doctor.v1': { title: 'Output of lectern doctor --json', schema: DoctorOutput },
  'error.v1': { title: 'What a failing command writes with --json', schema: ErrorOutput },
  'help.v1': { title: 'Output of lectern help --json', schema: HelpOutput },
  'import.v1': { title: 'Output of lectern import --json', schema: ImportOutput },
  'key.v1': {
    title: 'Output of lectern keys create --json and keys rotate --json',
    schema: KeyOutput,
  },
  'key-revoked.v1': { title: 'Output of lectern keys revoke --json', schema: KeyRevokedOutput },
  'keys.v1': { title: 'Output of lectern keys list --json', schema: KeysOutput },
  'search.v1': { title: 'Output of lectern search --json', schema: SearchOutput },
  'serve.v1': { title: 'The line that lectern serve --json writes', schema: ServeOutput },
  'version.v1': { title: 'Output of lectern version --json', schema: VersionOutput },
}
