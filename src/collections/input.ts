import type { Limits } from '../contracts/limits.ts'
import type { CollectionRow } from '../store/tables.ts'
import { TextInput } from '../store/text-input.ts'
import { errors } from './errors.ts'
import type { CreateCollection, PatchCollection } from './schema.ts'

/** The columns that a caller can change. */
type CollectionChange = Partial<
  Pick<CollectionRow, 'name' | 'description' | 'color' | 'icon' | 'is_public' | 'tags'>
>

/** Checks the bodies of collection writes before anything is looked up or kept. */
export class CollectionInput {
  readonly #text: TextInput

  constructor(limits: Limits) {
    this.#text = new TextInput(limits)
  }

  created({ name, description = '', color, icon, tags = [] }: CreateCollection) {
    return {
      name: this.#text.title(name, 'name'),
      description: this.#text.description(description),
      color: color ?? null,
      icon: icon === undefined ? null : this.#text.description(icon, 'icon'),
      tags: this.#text.tags(tags),
    }
  }

  /** Only what the body names is in `change`. */
  patched(body: PatchCollection): {
    readonly change: CollectionChange
    readonly tags: readonly string[] | undefined
  } {
    if ('parentCollectionId' in body) throw errors.collection_not_movable()
    const { name, description, color, icon, isPublic } = body
    const tags = body.tags === undefined ? undefined : this.#text.tags(body.tags)
    const change: CollectionChange = {
      ...(name === undefined ? {} : { name: this.#text.title(name, 'name') }),
      ...(description === undefined ? {} : { description: this.#text.description(description) }),
      ...(color === undefined ? {} : { color }),
      ...(icon === undefined ? {} : { icon: this.#text.description(icon, 'icon') }),
      ...(isPublic === undefined ? {} : { is_public: isPublic ? 1 : 0 }),
      ...(tags === undefined ? {} : { tags: JSON.stringify(tags) }),
    }
    return { change, tags }
  }
}
