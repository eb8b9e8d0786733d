import type { Frame } from './frame.ts'
import type { PairNode } from './graph.ts'
import { firstOf, holds, isClean } from './graph.ts'
import { relateDiscriminators } from './relate-discriminators.ts'
import { effectiveTypes } from './relate-types.ts'
import { ruleText } from './rules.ts'
import { matchMembers, membersOf } from './union-members.ts'
import type { Union, View } from './view.ts'

/**
 * When the subset chooses between shapes and the superset does not, each shape is compared whole.
 *
 * Returns true when it did so, for then the pair has no more to say.
 */
export function spreadUnion(frame: Frame): boolean {
  const { sub, sup } = frame
  if (sub.unions.length <= sup.unions.length) return false
  const union = sub.unions[0]
  if (union === undefined) return false
  relateDiscriminators(frame)
  union.members.forEach((member, index) => {
    const whole = frame.subViews.member(sub, union, member)
    const node = frame.pairViews(whole, sup)
    if (holds(node)) frame.link(`(${union.kind} ${index})`, node)
    else {
      frame.report('unionOnSub', {
        sub: member[0]?.raw,
        sup: sup.atoms[0]?.raw,
        subAt: member[0]?.pointer ?? sub.pointer,
        ...inner(node),
      })
    }
  })
  return true
}

/**
 * When the superset chooses between shapes and the subset does not, the subset must fit one of them.
 *
 * Returns true when it did so; what stands around the union has then been compared with each shape.
 */
export function gatherUnion(frame: Frame): boolean {
  const { sub, sup } = frame
  const wanted = sup.unions[sub.unions.length]
  if (wanted === undefined) return false
  relateDiscriminators(frame)
  fitInto(frame, wanted)
  return true
}

/** Compares two choices between shapes, member by member. */
export function relateUnions(frame: Frame): void {
  const { sub, sup } = frame
  if (sup.unions.length > 0) relateDiscriminators(frame)
  sup.unions.forEach((wanted, index) => {
    const given = sub.unions[index]
    if (given !== undefined) relatePair(frame, given, wanted)
  })
}

function relatePair(frame: Frame, given: Union, wanted: Union): void {
  const { sub, sup } = frame
  const tagged = sub.discriminator !== undefined && sup.discriminator !== undefined
  const subs = membersOf(frame.subViews, given, sub.discriminator)
  const sups = membersOf(frame.supViews, wanted, sup.discriminator)
  const { matches, orphans, unclaimed } = matchMembers(frame, subs, sups, tagged)
  for (const { sub: member, node } of matches) {
    frame.link(`(${member.key ?? given.kind})`, node)
  }
  orphans.forEach((orphan, index) => {
    const partner = unclaimed[index]
    const node = partner === undefined ? undefined : frame.pairViews(orphan.view, partner.view)
    const keyword = partner === undefined || orphan.nominal ? 'unionMemberGone' : 'unionMember'
    frame.report(keyword, {
      sub: orphan.conj[0]?.raw,
      sup: partner?.conj[0]?.raw,
      subAt: orphan.view.pointer,
      ...(partner === undefined ? {} : { supAt: partner.view.pointer }),
      ...(node === undefined ? {} : inner(node)),
    })
  })
  if (given.kind === 'anyOf' && wanted.kind === 'oneOf') {
    frame.report('unionMember', { sub: given.kind, sup: wanted.kind, level: 'risky' })
  }
}

function fitInto(frame: Frame, wanted: Union): void {
  const { sub, sup } = frame
  const report = {
    sub: sub.atoms[0]?.raw,
    sup: wanted.members.map((member) => member[0]?.raw),
    supAt: wanted.atom.pointer,
  }
  const wholes = wanted.members.map((member) => frame.supViews.member(sup, wanted, member))
  let ambiguous = false
  for (const piece of piecesOf(frame)) {
    const nodes = wholes.map((whole) => frame.pairViews(piece, whole))
    const fitting = nodes.filter(holds)
    const best = nodes.find(isClean) ?? fitting[0]
    if (best === undefined) {
      frame.report('unionOnSuper', { ...report, ...inner(nodes[0]) })
      return
    }
    frame.link('', best)
    ambiguous ||= fitting.length > 1 && sup.discriminator === undefined
  }
  if (wanted.kind === 'anyOf' || frame.mode.direction === 'response' || frame.mode.probe) return
  const several = { ...report, reason: 'the old value fits more than one member' }
  frame.report('unionOnSuper', ambiguous ? several : { ...report, level: 'risky' })
}

/** A schema of several types may spread over several members, one type at a time. */
function piecesOf(frame: Frame): readonly View[] {
  const { sub } = frame
  const types = effectiveTypes(sub)
  if (types.length < 2 || sub.types === undefined) return [sub]
  return types.map((type) => frame.subViews.only(sub, type))
}

/** The first thing that fails inside, in the words of its rule. */
function inner(node: PairNode | undefined): { readonly reason?: string } {
  const finding = node === undefined ? undefined : firstOf(node, ['breaking'])
  if (finding === undefined) return {}
  return { reason: `${finding.rule}, ${ruleText(finding.rule).summary}` }
}
