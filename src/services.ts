import { AccessService } from './access/service.ts'
import { CollectionsService } from './collections/service.ts'
import type { Caller } from './contracts/caller.ts'
import type { Limits } from './contracts/limits.ts'
import { Editing } from './documents/editing.ts'
import { Leases } from './documents/leases.ts'
import type { DocumentsDeps } from './documents/service.ts'
import { DocumentsService } from './documents/service.ts'
import { ImportService } from './ingest/service.ts'
import type { Clock } from './lib/clock.ts'
import { PromptsService } from './prompts/service.ts'
import { SearchService } from './search/service.ts'
import { Receipts } from './store/receipts.ts'
import type { Store } from './store/store.ts'

export interface ServicesDeps {
  readonly store: Store
  readonly clock: Clock
  readonly limits: Limits
}

/** Makes each room's service once; HTTP, MCP and the command line share them. */
export async function makeServices({ store, clock, limits }: ServicesDeps) {
  const access = await AccessService.open({ store, clock })
  const shared = {
    store,
    clock,
    limits,
    receipts: new Receipts({ store, clock }),
    resolveWorkspace: (caller: Caller, id: string) => access.resolveWorkspace(caller.principal, id),
  }
  const collections = new CollectionsService(shared)
  const prompts = new PromptsService({
    ...shared,
    leaveCollections: (tx, id) => collections.leave(tx, 'prompt', id),
  })
  const documentsDeps: DocumentsDeps = {
    ...shared,
    addToCollections: (tx, caller, ids, id) => collections.addTo(tx, caller, ids, id),
    leaveCollections: (tx, id) => collections.leave(tx, 'document', id),
  }
  const documents = new DocumentsService(documentsDeps)
  const editing = new Editing(documentsDeps)
  const imports = new ImportService({
    limits,
    documents: {
      findByPath: (caller, path) => documents.findByPath(caller, path),
      create: async (caller, document, path) => {
        const { body } = await documents.create(caller, document, undefined, path)
        // The acknowledgement of a creation always names the document.
        return (body as { readonly data: { readonly id: string } }).data.id
      },
      update: async (caller, id, change) => {
        await editing.update(caller, id, change, {})
        await documents.noteImport(id, change.content)
      },
    },
  })
  return {
    access,
    prompts,
    collections,
    documents,
    editing,
    leases: new Leases(documentsDeps),
    imports,
    search: new SearchService({ store, limits }),
  }
}

export type Services = Awaited<ReturnType<typeof makeServices>>
