import type { Deprecation } from '../contracts/deprecations.ts'
import {
  compareVersions,
  leavesNotice,
  minorsReleasedSince,
  NOTICE_MINORS,
  parseVersion,
  REGISTER_PATH,
} from '../contracts/deprecations.ts'
import { sectionOf } from './change-log.ts'
import type { Facts } from './facts.ts'
import type { Finding } from './gate.ts'
import { failure } from './gate.ts'
import { findOperation, statusOfOperation } from './operations.ts'
import { subjectExists } from './subjects.ts'

export interface RowContext {
  readonly facts: Facts
  /** The rows of the last release. */
  readonly promised: readonly Deprecation[]
}

type Rule = (row: Deprecation, context: RowContext) => readonly [string | undefined, string]

/** Each rule answers its id, or undefined when the row keeps it, and the sentence that says what is wrong. */
const RULES: readonly Rule[] = [
  ({ announced_in, earliest_removal, ...row }) => [
    leavesNotice({ announced_in, earliest_removal, ...row }) ? undefined : 'deprecation-window',
    `${row.id} is announced in ${announced_in} and may go in ${earliest_removal}, which leaves less than ${NOTICE_MINORS} minor releases; move earliest_removal to ${earliestAfter(announced_in)} or later.`,
  ],
  (row, { facts }) => [
    subjectExists(row, facts) || compareVersions(facts.version, row.earliest_removal) >= 0
      ? undefined
      : 'deprecation-unknown-subject',
    `${row.id} names ${row.subject}, which this build does not have although it may go from ${row.earliest_removal} on; restore it, or correct the subject.`,
  ],
  (row, { facts }) => {
    const minors = minorsOfNotice(row, facts)
    const gone =
      !subjectExists(row, facts) && compareVersions(facts.version, row.earliest_removal) >= 0
    return [
      gone && minors < NOTICE_MINORS ? 'removal-too-early' : undefined,
      `${row.subject} is gone ${minors} minor releases after ${row.announced_in}, where clients were promised ${NOTICE_MINORS}; restore it until they have come out.`,
    ]
  },
  (row, { facts }) => {
    const { major } = parseVersion(row.earliest_removal)
    const spec = findOperation(facts.openapi, row.subject)?.spec
    const promised =
      spec !== undefined && statusOfOperation(spec, facts.contracts) !== 'experimental'
    return [
      promised && major <= parseVersion(row.announced_in).major ? 'removal-not-major' : undefined,
      `${row.subject} belongs to a settled contract and may go in a new major release only; move earliest_removal to ${parseVersion(row.announced_in).major + 1}.0.0 or later.`,
    ]
  },
  (row, { facts }) => {
    const operation = findOperation(facts.openapi, row.subject)
    return [
      operation !== undefined && operation.spec.deprecated !== true
        ? 'deprecation-unmarked'
        : undefined,
      `${row.subject} is announced for removal, but its route does not say \`deprecated: true\`; add it to the route's schema, so that the API reference shows it.`,
    ]
  },
  (row, { facts }) => [
    /^[A-Z]+ \//.test(row.replacement) &&
    findOperation(facts.openapi, row.replacement) === undefined
      ? 'replacement-missing'
      : undefined,
    `${row.id} sends clients to ${row.replacement}, which this build does not serve; name an operation that it serves.`,
  ],
  (row) => [
    row.sunset !== undefined && row.sunset < row.announced_on
      ? 'sunset-before-deprecation'
      : undefined,
    `${row.id} has its sunset on ${row.sunset}, before it was announced on ${row.announced_on}; correct one of the dates.`,
  ],
  (row, { promised }) => {
    const before = promised.find(({ id }) => id === row.id)?.sunset
    return [
      before !== undefined && row.sunset !== undefined && row.sunset < before
        ? 'sunset-moved-earlier'
        : undefined,
      `${row.id} had its sunset on ${before} in the last release and has it on ${row.sunset} now; move it back, because clients planned with it.`,
    ]
  },
  (row, { promised, facts }) => {
    const { base } = facts
    const isNew = !promised.some(({ id }) => id === row.id)
    return [
      base !== undefined && isNew && compareVersions(row.announced_in, base.version) <= 0
        ? 'deprecation-backdated'
        : undefined,
      `${row.id} is new, but says that it was announced in ${row.announced_in}, which is released already; set announced_in to the coming release.`,
    ]
  },
  (row, { facts }) => {
    const section = sectionOf(facts.checkout.read('CHANGELOG.md') ?? '', row.announced_in)
    const told = section.includes(row.subject) || section.includes(row.id)
    return [
      told ? undefined : 'changelog-missing-deprecation',
      `The Deprecations section of CHANGELOG.md for ${row.announced_in} does not name ${row.subject}; add a line there.`,
    ]
  },
]

// The coming release counts: what 1.4.0 announces may be missing from 1.6.0, with 1.5.0 between them.
const minorsOfNotice = (
  { announced_in }: Deprecation,
  { released, version }: Pick<Facts, 'released' | 'version'>,
): number => minorsReleasedSince(announced_in, [...released, version])

/** Whether what a row announces may be missing from this build: its version has come, and the notice was kept. */
export const mayBeGone = (row: Deprecation, facts: Pick<Facts, 'released' | 'version'>): boolean =>
  compareVersions(facts.version, row.earliest_removal) >= 0 &&
  minorsOfNotice(row, facts) >= NOTICE_MINORS

/** Everything that one row breaks. */
export function checkRow(row: Deprecation, context: RowContext): readonly Finding[] {
  return RULES.flatMap((rule) => {
    const [id, message] = rule(row, context)
    return id === undefined ? [] : [failure(id, row.id, message, REGISTER_PATH)]
  })
}

function earliestAfter(announcedIn: string): string {
  const { major, minor } = parseVersion(announcedIn)
  return `${major}.${minor + NOTICE_MINORS}.0`
}
