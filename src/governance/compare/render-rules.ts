import { compareText } from './json.ts'
import type { RuleId } from './rules.ts'
import { RULES, ruleText } from './rules.ts'

const GROUPS = [
  ['Requests', 'request-', 'The new server must accept what the old document allowed.'],
  ['Responses', 'response-', 'An old client must understand what the new server sends.'],
] as const

const REST = [
  'Operations, security and life cycle',
  'Whole operations, how a client signs in, and what was announced.',
] as const

/** The reference page of the comparison, made from the rule table alone. */
export function renderCompareRules(): string {
  const ids = Object.keys(RULES).filter(isRuleId).sort(compareText)
  const sections = GROUPS.map(([title, prefix, lead]) =>
    section(
      title,
      lead,
      ids.filter((id) => id.startsWith(prefix)),
    ),
  )
  const others = ids.filter((id) => !GROUPS.some(([, prefix]) => id.startsWith(prefix)))
  return `${[HEAD, ...sections, section(...REST, others)].join('\n\n')}\n`
}

const HEAD = `<!-- Written by scripts/write-compare-rules.ts. Do not edit. -->

# Rules of the contract comparison

Every finding names one of these rules. A **breaking** change stops a client that follows the old
document. A **risky** one may stop it, which the document alone cannot tell; \`--strict\` fails on it
too. An **additive** one is safe. Where a rule has a second level, the table says when it applies.`

function section(title: string, lead: string, ids: readonly RuleId[]): string {
  const rows = ids.map((id) => {
    const { level, also, summary, example } = ruleText(id)
    const levels = also === undefined ? level : `${level}; ${also.level} when ${also.when}`
    return `| \`${id}\` | ${levels} | ${capital(summary)}. | ${example.base} → ${example.revision} |`
  })
  const table = ['| Rule | Level | What it means | Example |', '| --- | --- | --- | --- |', ...rows]
  return `## ${title}\n\n${lead}\n\n${table.join('\n')}`
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

function isRuleId(id: string): id is RuleId {
  return Object.hasOwn(RULES, id)
}
