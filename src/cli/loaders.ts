import type { Run } from './command.ts'
import type { CommandName } from './commands.ts'

/** Loads the code of a command, so that each call pays for one. Apart from the registry, which discovery reads. */
export const LOADERS: Readonly<Record<CommandName, () => Promise<{ readonly run: Run }>>> = {
  capabilities: () => import('./commands/capabilities.ts'),
  check: () => import('./commands/check.ts'),
  'check accept': () => import('./commands/check-accept.ts'),
  'check diff': () => import('./commands/check-diff.ts'),
  doctor: () => import('./commands/doctor.ts'),
  help: () => import('./commands/help.ts'),
  import: () => import('./commands/import.ts'),
  'keys create': () => import('./commands/keys-create.ts'),
  'keys list': () => import('./commands/keys-list.ts'),
  'keys revoke': () => import('./commands/keys-revoke.ts'),
  'keys rotate': () => import('./commands/keys-rotate.ts'),
  search: () => import('./commands/search.ts'),
  serve: () => import('./commands/serve.ts'),
  version: () => import('./commands/version.ts'),
}
