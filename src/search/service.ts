import type { Caller } from '../contracts/caller.ts'
import { coreErrors } from '../contracts/errors.ts'
import type { Limits } from '../contracts/limits.ts'
import type { Scope } from '../contracts/scopes.ts'
import { foldText } from '../lib/fold.ts'
import { codePoints, isStorableText } from '../lib/text.ts'
import { tagsOf } from '../store/paging.ts'
import type { ItemType, Store } from '../store/store.ts'
import { errors } from './errors.ts'
import type { LiteralHit } from './literal.ts'
import { searchLiteral } from './literal.ts'
import type { SearchQuery, SearchResult } from './schema.ts'

const DEFAULT_LIMIT = 10

/** What a key must hold to be shown items of a type. */
const SCOPE_OF: Readonly<Record<'documents' | 'prompts' | 'collections', Scope>> = {
  documents: 'documents.read',
  prompts: 'prompts.read',
  collections: 'documents.read',
}

/** Finds items of the types that the caller may read. */
export class SearchService {
  readonly #store: Store
  readonly #limits: Limits

  constructor({ store, limits }: { readonly store: Store; readonly limits: Limits }) {
    this.#store = store
    this.#limits = limits
  }

  async search(caller: Caller, query: SearchQuery): Promise<SearchResult> {
    const text = this.#textOf(query)
    const wants = this.#typesOf(caller, query.type ?? 'all')
    const find = async (plural: keyof typeof SCOPE_OF, type: ItemType): Promise<LiteralHit[]> =>
      wants.has(plural)
        ? searchLiteral(this.#store, {
            type,
            needle: foldText(text),
            workspaceId: caller.workspaceId,
            tags: tagsOf(query.tags, this.#limits),
            limit: Math.min(query.limit ?? DEFAULT_LIMIT, this.#limits.searchResults),
          })
        : []
    const [documents, prompts, collections] = [
      await find('documents', 'document'),
      await find('prompts', 'prompt'),
      await find('collections', 'collection'),
    ]
    return {
      data: {
        documents: documents.map(({ item, highlight }) => ({
          documentId: item.id,
          title: item.title,
          tags: tagList(item),
          ...(highlight === undefined ? {} : { highlight }),
        })),
        prompts: prompts.map(({ item, highlight }) => ({
          promptId: item.id,
          title: item.title,
          description: item.description,
          tags: tagList(item),
          ...(highlight === undefined ? {} : { highlight }),
        })),
        collections: collections.map(({ item }) => ({
          collectionId: item.id,
          name: item.title,
          description: item.description,
          tags: tagList(item),
        })),
      },
      meta: {
        query: text,
        semantic: false,
        mode: 'literal',
        ...(query.semantic === 'false' ? {} : { degraded: NO_SEMANTICS }),
      },
    }
  }

  #textOf({ q, query }: SearchQuery): string {
    const text = q ?? query ?? ''
    if (q !== undefined && query !== undefined && q !== query) {
      throw errors.query_required({
        message: 'The parameters `q` and `query` say different things. Send one of them.',
      })
    }
    // White space folds to nothing that could be looked for.
    if (foldText(text).trim() === '') throw errors.query_required()
    // No text can hold these, and the index would take a NUL for the end of the query.
    if (!isStorableText(text)) {
      throw coreErrors.invalid_request({
        message:
          'The query holds a NUL or half of a surrogate pair, which no text here can hold. Leave it out.',
        details: { in: 'query', field: q === undefined ? 'query' : 'q' },
      })
    }
    const { queryLength } = this.#limits
    if (codePoints(text) > queryLength) {
      throw errors.query_too_long({
        message: `The query has ${codePoints(text)} characters; the limit queryLength is ${queryLength}.`,
        details: { limit: 'queryLength', value: queryLength },
      })
    }
    return text
  }

  #typesOf(caller: Caller, type: NonNullable<SearchQuery['type']>): ReadonlySet<string> {
    const { scopes } = caller.principal
    if (type === 'all') {
      return new Set(
        Object.entries(SCOPE_OF).flatMap(([name, scope]) => (scopes.has(scope) ? [name] : [])),
      )
    }
    if (!scopes.has(SCOPE_OF[type])) {
      throw coreErrors.forbidden({
        message: `This key lacks the scope ${SCOPE_OF[type]}, which searching ${type} needs.`,
        details: { needed: [SCOPE_OF[type]], granted: [...scopes].sort() },
      })
    }
    return new Set([type])
  }
}

const NO_SEMANTICS = {
  reason: 'not_built',
  message: 'This build has no semantic index, so the text was looked for as it is written.',
} as const

const tagList = ({ tags }: { readonly tags: string }): string[] => JSON.parse(tags) as string[]
