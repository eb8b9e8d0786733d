import { referenceOf } from './document.ts'
import type { Frame } from './frame.ts'
import type { PairNode } from './graph.ts'
import { holds, isClean } from './graph.ts'
import { own } from './json.ts'
import type { Conj, Discriminator, Union, View } from './view.ts'
import type { Views } from './views.ts'

/** A member with what it is called and what it allows. */
export interface Member {
  readonly conj: Conj
  readonly view: View
  /** The tag that selects it, or the name of the component behind it. */
  readonly key: string | undefined
  /** True when an object is referred to by name: a variant that clients know as such. */
  readonly nominal: boolean
}

/** Reads the members of a union. */
export function membersOf(
  views: Views,
  union: Union,
  discriminator: Discriminator | undefined,
): readonly Member[] {
  return union.members.map((conj) => {
    const view = views.of(conj)
    const reference = referenceOf(conj[0]?.raw)
    const name = reference?.split('/').at(-1)
    const tag =
      discriminator === undefined ? undefined : tagOf(views, view, discriminator, reference)
    const isObject = view.types?.has('object') === true || view.properties.size > 0
    return { conj, view, key: tag ?? name, nominal: reference !== undefined && isObject }
  })
}

/** The tag of a member: the constant it declares, else the mapping that leads to it. */
function tagOf(
  views: Views,
  view: View,
  discriminator: Discriminator,
  reference: string | undefined,
): string | undefined {
  const property = view.properties.get(discriminator.property)
  const values = property === undefined ? undefined : views.of(property).values
  if (values?.size === 1) return String([...values.values()][0])
  for (const [tag, target] of discriminator.mapping) {
    if (target === reference || target === reference?.split('/').at(-1)) return tag
  }
  return undefined
}

/** True when a member says by itself, not by a component's name, which tag selects it. */
export function declaresTag(views: Views, member: Member, discriminator: Discriminator): boolean {
  return tagOf(views, member.view, discriminator, referenceOf(member.conj[0]?.raw)) !== undefined
}

/** A subset member and the superset member that takes its values. */
interface Match {
  readonly sub: Member
  readonly sup: Member
  readonly node: PairNode
}

/** What became of the members of a union. */
export interface Matching {
  readonly matches: readonly Match[]
  readonly orphans: readonly Member[]
  readonly unclaimed: readonly Member[]
}

/** Finds a partner for every subset member: by tag or name first, then by meaning. */
export function matchMembers(
  frame: Frame,
  subs: readonly Member[],
  sups: readonly Member[],
  tagged: boolean,
): Matching {
  const matches: Match[] = []
  const waiting = new Set(subs)
  const free = new Set(sups)
  const pair = (sub: Member, sup: Member): PairNode => frame.pairViews(sub.view, sup.view)
  const claim = (sub: Member, sup: Member, node: PairNode): void => {
    matches.push({ sub, sup, node })
    waiting.delete(sub)
    free.delete(sup)
  }

  for (const sub of subs) {
    const sup = [...free].find((one) => one.key !== undefined && one.key === sub.key)
    if (sup === undefined) continue
    const node = pair(sub, sup)
    const other = tagged || holds(node) ? undefined : findClean(frame, sub, sups)
    if (other === undefined) claim(sub, sup, node)
  }
  const accepts = [
    (node: PairNode, _sub: Member, _sup: Member) => isClean(node),
    (node: PairNode, sub: Member, sup: Member) => holds(node) && isSimilar(sub.view, sup.view),
    (_node: PairNode, sub: Member, sup: Member) => isSimilar(sub.view, sup.view),
  ]
  for (const accept of accepts) {
    for (const sub of [...waiting]) {
      for (const sup of [...free]) {
        const node = pair(sub, sup)
        if (!accept(node, sub, sup)) continue
        claim(sub, sup, node)
        break
      }
    }
  }
  for (const sub of [...waiting]) {
    if (sub.nominal) continue
    const sup = findClean(frame, sub, sups)
    if (sup === undefined) continue
    matches.push({ sub, sup, node: pair(sub, sup) })
    waiting.delete(sub)
  }
  return { matches, orphans: [...waiting], unclaimed: [...free] }
}

function findClean(frame: Frame, sub: Member, sups: readonly Member[]): Member | undefined {
  return sups.find((sup) => isClean(frame.pairViews(sub.view, sup.view)))
}

/** Two members that look like one member before and after a change. */
function isSimilar(sub: View, sup: View): boolean {
  const [first] = sub.types ?? []
  if (first !== undefined && sup.types !== undefined && !sup.types.has(first)) return false
  if (sub.properties.size === 0 || sup.properties.size === 0) {
    return (
      sub.properties.size === sup.properties.size && own(sub.atoms[0]?.raw, 'title') !== undefined
    )
  }
  const shared = [...sub.properties.keys()].filter((name) => sup.properties.has(name)).length
  return shared * 2 >= Math.max(sub.properties.size, sup.properties.size)
}
