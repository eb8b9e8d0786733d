import type { Limits } from '../contracts/limits.ts'
import { sha256Hex } from '../lib/hash.ts'
import type { PromptRow } from '../store/tables.ts'
import { TextInput } from '../store/text-input.ts'
import type { CreatePrompt, Parameters, PatchPrompt, Variable } from './schema.ts'

/** What a PATCH asks for, checked; only what it names is in `change`. */
export interface PromptPatch {
  readonly change: PromptChange
  /** The text behind `change.content_hash`. */
  readonly content: string | undefined
  readonly tags: readonly string[] | undefined
  /** Present when the change makes a version. */
  readonly version: { readonly changeLog: string | null } | undefined
}

/** The columns that a caller can change. */
export type PromptChange = Partial<
  Pick<PromptRow, 'title' | 'description' | 'content_hash' | 'parameters' | 'variables' | 'tags'>
>

/** Checks the bodies of prompt writes before anything is looked up or kept. */
export class PromptInput {
  readonly #text: TextInput

  constructor(limits: Limits) {
    this.#text = new TextInput(limits)
  }

  created(body: CreatePrompt) {
    return {
      title: this.#text.title(body.title),
      description: this.#text.description(body.description),
      content: this.#text.content(body.content),
      tags: this.#text.tags(body.tags ?? []),
      parameters: body.parameters === undefined ? null : this.#parameters(body.parameters),
      variables: this.#variables(body.variables ?? []),
    }
  }

  patched(body: PatchPrompt): PromptPatch {
    const { title, description, parameters, variables } = body
    // An empty content says nothing about the content; the public client sends it so.
    const content = body.content === '' ? undefined : body.content
    const tags = body.tags === undefined ? undefined : this.#text.tags(body.tags)
    const changeLog =
      body.changeLog === undefined ? null : this.#text.description(body.changeLog, 'changeLog')
    const change: PromptChange = {
      ...(title === undefined ? {} : { title: this.#text.title(title) }),
      ...(description === undefined ? {} : { description: this.#text.description(description) }),
      ...(content === undefined ? {} : { content_hash: sha256Hex(this.#text.content(content)) }),
      ...(parameters === undefined ? {} : { parameters: this.#parameters(parameters) }),
      ...(variables === undefined ? {} : { variables: this.#variables(variables) }),
      ...(tags === undefined ? {} : { tags: JSON.stringify(tags) }),
    }
    const isVersion = content !== undefined || parameters !== undefined || variables !== undefined
    return { change, content, tags, version: isVersion ? { changeLog } : undefined }
  }

  // Only what the contract names is kept; clients send more.
  #parameters({ temperature, maxTokens }: Parameters): string {
    return this.#text.json({ temperature, maxTokens }, 'parameters')
  }

  #variables(given: readonly Variable[]): string {
    const kept = given.map(({ name, type, description }) => ({ name, type, description }))
    return this.#text.json(kept, 'variables')
  }
}
