import type { Frame } from './frame.ts'
import { holds } from './graph.ts'
import type { Member } from './union-members.ts'
import { declaresTag, membersOf } from './union-members.ts'
import type { Discriminator } from './view.ts'

/** Compares the tag property of two unions and what the tags mean. */
export function relateDiscriminators(frame: Frame): void {
  const { base, revision, mode } = frame
  if (mode.probe) return
  const before = base.discriminator
  const after = revision.discriminator
  if (before === undefined && after === undefined) return
  const report = {
    sub: frame.baseIsSub ? before?.property : after?.property,
    sup: frame.baseIsSub ? after?.property : before?.property,
    ...(frame.baseIsSub
      ? { subAt: before?.pointer ?? base.pointer, supAt: after?.pointer ?? revision.pointer }
      : { subAt: after?.pointer ?? revision.pointer, supAt: before?.pointer ?? base.pointer }),
  }
  if (before === undefined) {
    // A tag on an existing union tells more; a tag that comes with the union is a new shape.
    if (base.unions.length === 0 && mode.direction === 'response') {
      frame.report('discriminator', report)
    }
    return
  }
  if (after === undefined) {
    const gone = revision.unions.length === 0 && mode.direction === 'response'
    frame.report('discriminator', gone ? report : { ...report, level: 'risky' })
    return
  }
  if (before.property !== after.property) frame.report('discriminator', report)
  else relateMappings(frame, before, after)
}

function relateMappings(frame: Frame, before: Discriminator, after: Discriminator): void {
  const { base, revision, mode } = frame
  const baseUnion = base.unions[0]
  const revisionUnion = revision.unions[0]
  if (baseUnion === undefined || revisionUnion === undefined) return
  const baseViews = frame.relation.base
  const revisionViews = frame.relation.revision
  const olds = membersOf(baseViews, baseUnion, before)
  const news = membersOf(revisionViews, revisionUnion, after)
  for (const [tag, target] of before.mapping) {
    const next = after.mapping.get(tag)
    const old = memberAt(olds, target, tag)
    const now = next === undefined ? news.find((one) => one.key === tag) : memberAt(news, next, tag)
    if (old === undefined) continue
    if (now === undefined) {
      const renamed = news.some((one) => nameOf(one) === nameOf(old))
      if (renamed && mode.direction === 'request') reportTag(frame, before, after, tag)
    } else if (nameOf(old) !== nameOf(now)) {
      const swapped = news.some((one) => one !== now && nameOf(one) === nameOf(old))
      const node = frame.relation.relate(old.view, now.view, mode)
      if (swapped || !holds(node)) reportTag(frame, before, after, tag)
    }
  }
  relateImplicitTags(frame, before, after, olds, news)
}

/** Where a component's name is the tag, renaming the component renames the tag. */
function relateImplicitTags(
  frame: Frame,
  before: Discriminator,
  after: Discriminator,
  olds: readonly Member[],
  news: readonly Member[],
): void {
  const { base, revision } = frame.relation
  const lost = olds.filter(
    (old) => !declaresTag(base, old, before) && !news.some((now) => now.key === old.key),
  )
  const gained = news.filter(
    (now) => !declaresTag(revision, now, after) && !olds.some((old) => old.key === now.key),
  )
  if (lost.length === 0 || lost.length !== gained.length) return
  frame.report('mapping', {
    sub: (frame.baseIsSub ? lost : gained).map((one) => one.key),
    sup: (frame.baseIsSub ? gained : lost).map((one) => one.key),
    level: 'risky',
  })
}

function reportTag(frame: Frame, before: Discriminator, after: Discriminator, tag: string): void {
  const old = before.mapping.get(tag)
  const now = after.mapping.get(tag)
  frame.report('mapping', {
    sub: { [tag]: frame.baseIsSub ? old : now },
    sup: { [tag]: frame.baseIsSub ? now : old },
    subAt: (frame.baseIsSub ? before : after).pointer,
    supAt: (frame.baseIsSub ? after : before).pointer,
  })
}

function memberAt(members: readonly Member[], target: string, tag: string): Member | undefined {
  const name = target.split('/').at(-1)
  return members.find((one) => nameOf(one) === name) ?? members.find((one) => one.key === tag)
}

function nameOf(member: Member): string | undefined {
  return member.view.pointer.split('/').at(-1)
}
