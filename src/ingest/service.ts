import type { Caller } from '../contracts/caller.ts'
import { AppError } from '../contracts/errors.ts'
import type { Limits } from '../contracts/limits.ts'
import { sha256Hex } from '../lib/hash.ts'
import { errors } from './errors.ts'
import { formatOf } from './formats.ts'
import type { ImportedFile, ImportRequest } from './schema.ts'
import { titleOf } from './title.ts'

/** The part of the documents room that an import needs. */
export interface ImportTarget {
  findByPath(
    caller: Caller,
    path: string,
  ): Promise<
    { readonly id: string; readonly title: string; readonly contentHash: string } | undefined
  >
  create(
    caller: Caller,
    document: { readonly title: string; readonly content: string; readonly tags: string[] },
    path: string,
  ): Promise<string>
  update(
    caller: Caller,
    id: string,
    change: { readonly title: string; readonly content: string },
  ): Promise<void>
}

export interface ImportDeps {
  readonly documents: ImportTarget
  readonly limits: Limits
}

/** Takes files in as documents: a new path is created, a changed text is a new revision, the rest is left alone. */
export class ImportService {
  readonly #deps: ImportDeps

  constructor(deps: ImportDeps) {
    this.#deps = deps
  }

  /** Each file succeeds or fails by itself; the answers are in the order of the files. */
  async import(caller: Caller, { files }: ImportRequest): Promise<ImportedFile[]> {
    const by = { ...caller, origin: 'import' } as const
    const seen = new Set<string>()
    return Promise.all(
      files.map(async (file) => {
        // Two files of one path would race for one document.
        if (seen.has(file.path)) return failed(file.path, errors.duplicate_path())
        seen.add(file.path)
        return this.#take(by, file).catch((error: unknown) => failed(file.path, error))
      }),
    )
  }

  async #take(caller: Caller, file: ImportRequest['files'][number]): Promise<ImportedFile> {
    const { documents, limits } = this.#deps
    const { path, content } = file
    if (formatOf(path) === undefined) throw errors.unknown_format()
    const title = titleOf(path, content, limits.titleLength)
    const known = await documents.findByPath(caller, path)
    if (known === undefined) {
      const id = await documents.create(caller, { title, content, tags: file.tags ?? [] }, path)
      return { path, outcome: 'created', id, title }
    }
    if (known.contentHash === sha256Hex(content)) {
      return { path, outcome: 'unchanged', id: known.id, title: known.title }
    }
    await documents.update(caller, known.id, { title, content })
    return { path, outcome: 'updated', id: known.id, title }
  }
}

function failed(path: string, error: unknown): ImportedFile {
  // A fault of the server is not the file's: the whole request answers for it.
  if (!(error instanceof AppError) || error.status >= 500) throw error
  return { path, outcome: 'failed', reason: error.reason, message: error.message }
}
