import type { SchemaDocument, Source } from './document.ts'
import type { RawFinding } from './graph.ts'
import { reach } from './graph.ts'
import type { Direction } from './levels.ts'
import type { Wire } from './mode.ts'
import type { Draft, Spot } from './place.ts'
import { draftOf } from './place.ts'
import { Relation } from './relation.ts'
import type { RuleId } from './rules.ts'
import { Views } from './views.ts'

/** Compares schemas of two documents and says what it finds at a given spot. */
export class SchemaComparison {
  readonly base: SchemaDocument
  readonly revision: SchemaDocument
  readonly #relation: Relation

  constructor(base: SchemaDocument, revision: SchemaDocument) {
    this.base = base
    this.revision = revision
    this.#relation = new Relation(new Views(base), new Views(revision))
  }

  /** How many schemas and properties have been looked at so far. */
  get compared(): { readonly schemas: number; readonly properties: number } {
    return { schemas: this.#relation.base.size, properties: this.#relation.properties }
  }

  /** Reads a schema of the base as a normalised view. */
  baseView(source: Source) {
    return this.#relation.base.of([source])
  }

  /** Reads a schema of the revision as a normalised view. */
  revisionView(source: Source) {
    return this.#relation.revision.of([source])
  }

  /** Everything that differs between two schemas, harmless differences last. */
  compare(base: Source, revision: Source, spot: Spot, direction: Direction, wire: Wire): Draft[] {
    const from = this.baseView(base)
    const to = this.revisionView(revision)
    const drafts: Draft[] = []
    const spoken = new Set<string>()
    const forward = this.#relation.relate(from, to, { direction, wire, probe: false, soft: false })
    reach(forward, ({ own }, path) => {
      for (const raw of own) {
        spoken.add(spokenKey(raw))
        drafts.push(draftOf(raw, spot, path))
      }
      return true
    })
    const backward = this.#relation.relate(from, to, { direction, wire, probe: true, soft: false })
    reach(backward, ({ own }, path) => {
      for (const raw of own) {
        if (spoken.has(spokenKey(raw))) continue
        drafts.push(
          draftOf({ ...raw, rule: harmless(raw, direction), level: 'additive' }, spot, path),
        )
      }
      return true
    })
    return drafts.map((draft) => withoutReason(draft))
  }
}

function spokenKey({ keyword, base, revision }: RawFinding): string {
  return `${keyword} ${base} ${revision}`
}

function harmless(raw: RawFinding, direction: Direction): RuleId {
  const isProperty = raw.keyword === 'property' || raw.keyword === 'propertyRequired'
  if (direction === 'request') return isProperty ? 'request-property-added' : 'request-widened'
  return isProperty ? 'response-property-added' : 'response-narrowed'
}

/** The inner reason of a harmless difference would speak of the opposite direction. */
function withoutReason(draft: Draft): Draft {
  if (draft.level !== 'additive' || draft.reason === undefined) return draft
  const { reason: _reason, ...rest } = draft
  return rest
}
