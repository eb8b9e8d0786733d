import type { RuleText } from './rule-text.ts'
import { REQUEST_RULES } from './rules-request.ts'
import { REQUEST_SHAPE_RULES } from './rules-request-shapes.ts'
import { REQUEST_VALUE_RULES } from './rules-request-values.ts'
import { RESPONSE_RULES } from './rules-response.ts'
import { RESPONSE_VALUE_RULES } from './rules-response-values.ts'
import { SHARED_RULES } from './rules-shared.ts'

/** Every rule of the comparison; a finding cannot name one that is not here. */
export const RULES = {
  ...REQUEST_RULES,
  ...REQUEST_VALUE_RULES,
  ...REQUEST_SHAPE_RULES,
  ...RESPONSE_RULES,
  ...RESPONSE_VALUE_RULES,
  ...SHARED_RULES,
} as const satisfies Record<string, RuleText>

/** The id of a declared rule. */
export type RuleId = keyof typeof RULES

/** Reads a rule with its optional parts, which the literal types hide. */
export function ruleText(id: RuleId): RuleText {
  return RULES[id]
}
