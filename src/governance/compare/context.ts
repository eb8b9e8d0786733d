import type { SchemaDocument, Source } from './document.ts'
import type { Direction, Level } from './levels.ts'
import type { Wire } from './mode.ts'
import type { Draft, Spot } from './place.ts'
import type { RuleId } from './rules.ts'
import { ruleText } from './rules.ts'
import type { SchemaComparison } from './schema-drafts.ts'
import type { CompareOptions } from './types.ts'

/** What a finding about an operation's parts may add. */
export interface Note {
  readonly level?: Level
  readonly old?: unknown
  readonly new?: unknown
  readonly reason?: string
}

/** One OpenAPI comparison under way: the two documents, the options and what was found so far. */
export class Context {
  readonly schemas: SchemaComparison
  readonly options: CompareOptions
  readonly drafts: Draft[] = []
  operations = 0

  constructor(schemas: SchemaComparison, options: CompareOptions) {
    this.schemas = schemas
    this.options = options
  }

  get base(): SchemaDocument {
    return this.schemas.base
  }

  get revision(): SchemaDocument {
    return this.schemas.revision
  }

  /** Adds one finding at a spot. */
  note(rule: RuleId, spot: Spot, base: string, revision: string, note: Note = {}): void {
    this.drafts.push({
      ...spot,
      rule,
      level: note.level ?? ruleText(rule).level,
      base,
      revision,
      old: note.old,
      new: note.new,
      ...(note.reason === undefined ? {} : { reason: note.reason }),
    })
  }

  /** Compares two schemas that travel in one direction over one wire. */
  compareSchemas(
    base: Source,
    revision: Source,
    spot: Spot,
    direction: Direction,
    wire: Wire,
  ): void {
    this.drafts.push(...this.schemas.compare(base, revision, spot, direction, wire))
  }
}

/** A node that references have been followed to; an empty object when it cannot be found. */
export function settle(document: SchemaDocument, source: Source): Source {
  return document.follow(source) ?? { raw: {}, pointer: source.pointer }
}
