import type { Caller } from '../contracts/caller.ts'
import { AppError, coreErrors } from '../contracts/errors.ts'
import type { Limits } from '../contracts/limits.ts'
import { sha256Hex } from '../lib/hash.ts'
import { isStorableText } from '../lib/text.ts'
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
    | { readonly id: string; readonly title: string; readonly importedHash: string | undefined }
    | undefined
  >
  create(
    caller: Caller,
    document: {
      readonly title: string
      readonly content: string
      readonly tags: string[]
      /** Where the text came from, for whoever reads the document. */
      readonly metadata: { readonly path: string }
    },
    path: string,
  ): Promise<string>
  /** Makes a revision of the file's text, and remembers its hash as the imported one. */
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
  /** Workspace and path → the last import of that file, as long as it is under way. */
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(deps: ImportDeps) {
    this.#deps = deps
  }

  /** Each file succeeds or fails by itself; the answers are in the order of the files. */
  async import(caller: Caller, { files }: ImportRequest): Promise<ImportedFile[]> {
    const by = { ...caller, origin: 'import' } as const
    const seen = new Set<string>()
    const settled = await Promise.allSettled(
      files.map(async (file) => {
        // Two files of one path would race for one document.
        if (seen.has(file.path)) throw errors.duplicate_path()
        seen.add(file.path)
        return this.#inTurn(`${caller.workspaceId} ${file.path}`, () => this.#take(by, file))
      }),
    )
    const outcomes = settled.map((result, at) =>
      result.status === 'fulfilled' ? result.value : failed(files[at]?.path ?? '', result.reason),
    )
    const kept = outcomes.some(({ outcome }) => outcome === 'created' || outcome === 'updated')
    const fault = settled.find((result) => result.status === 'rejected' && isFault(result.reason))
    // A store that took nothing of the request says so for all of it.
    if (fault?.status === 'rejected' && !kept) throw fault.reason
    return outcomes
  }

  /** One after the other for one file: two requests that both find its path unknown would make two documents. */
  #inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.#turns.get(key) ?? Promise.resolve()).then(work, work)
    this.#turns.set(key, mine)
    const done = () => {
      if (this.#turns.get(key) === mine) this.#turns.delete(key)
    }
    mine.then(done, done)
    return mine
  }

  async #take(caller: Caller, file: ImportRequest['files'][number]): Promise<ImportedFile> {
    const { documents, limits } = this.#deps
    const { path, content } = file
    if (!isStorableText(path)) {
      throw coreErrors.invalid_request({
        message: 'The path holds a NUL or half of a surrogate pair. Rename the file.',
        details: { in: 'body', field: 'path' },
      })
    }
    if (formatOf(path) === undefined) throw errors.unknown_format()
    const title = titleOf(path, content, limits.titleLength)
    const known = await documents.findByPath(caller, path)
    if (known === undefined) {
      const id = await documents.create(
        caller,
        { title, content, tags: file.tags ?? [], metadata: { path } },
        path,
      )
      return { path, outcome: 'created', id, title }
    }
    // Compared with what was imported last, not with what is there now: an edit made here since is not undone.
    if (known.importedHash === sha256Hex(content)) {
      return { path, outcome: 'unchanged', id: known.id, title: known.title }
    }
    await documents.update(caller, known.id, { title, content })
    return { path, outcome: 'updated', id: known.id, title }
  }
}

const isFault = (error: unknown): boolean => error instanceof AppError && error.status >= 500

function failed(path: string, error: unknown): ImportedFile {
  // A bug is not the file's: the whole request answers for it.
  if (!(error instanceof AppError)) throw error
  return {
    path,
    outcome: 'failed',
    reason: error.reason,
    // The sentence of a fault speaks of a whole request, and other files of this one have been kept.
    message: isFault(error)
      ? 'The server could not keep this file; it has kept others of the request. Send this one again.'
      : error.message,
  }
}
