import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { StringEnum } from '../contracts/wire.ts'

const closed = { additionalProperties: false } as const
const Severity = StringEnum(['error', 'warning', 'info'])

const Finding = {
  rule: Type.String({ description: 'Stable id of the rule.' }),
  severity: Severity,
  subject: Type.String({ description: 'What it is about: an operation, a file, an id.' }),
  pointer: Type.Optional(
    Type.String({ description: 'Where: `path`, `path:line` or `path#/json/pointer`.' }),
  ),
  message: Type.String({ description: 'What is wrong and how to mend it, in one sentence.' }),
}

/** `lectern check`. */
export const CheckOutput = Type.Object(
  {
    schemaVersion: Type.Literal('lectern.check.v1'),
    baseline: Type.Union([
      Type.Object({ ref: Type.String(), sha: Type.String() }, closed),
      Type.Null({ description: 'Nothing was released yet.' }),
    ]),
    counts: Type.Object(
      { error: Type.Integer(), warning: Type.Integer(), info: Type.Integer() },
      closed,
    ),
    gates: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          title: Type.String(),
          compared: Type.Integer({ description: 'How many things it looked at.' }),
          passed: Type.Boolean(),
        },
        closed,
      ),
    ),
    findings: Type.Array(Type.Object({ gate: Type.String(), ...Finding }, closed)),
  },
  closed,
)
export type CheckOutput = Static<typeof CheckOutput>

/** `lectern check accept`. */
export const AcceptOutput = Type.Object(
  {
    schemaVersion: Type.Literal('lectern.check-accept.v1'),
    accepted: Type.Boolean({ description: 'False when a promise would be broken.' }),
    files: Type.Array(Type.String(), { description: 'What was written, from the root.' }),
    findings: Type.Array(Type.Object(Finding, closed)),
  },
  closed,
)
export type AcceptOutput = Static<typeof AcceptOutput>

/** `lectern check diff`. */
export const DiffOutput = Type.Object(
  {
    schemaVersion: Type.Literal('lectern.check-diff.v1'),
    base: Type.String(),
    revision: Type.String(),
    kind: StringEnum(['openapi', 'json-schema']),
    failed: Type.Boolean(),
    problems: Type.Array(Type.String(), { description: 'Allowances that are over or unused.' }),
    compared: Type.Object(
      { operations: Type.Integer(), schemas: Type.Integer(), properties: Type.Integer() },
      closed,
    ),
    findings: Type.Array(
      Type.Object(
        {
          rule: Type.String(),
          level: StringEnum(['breaking', 'risky', 'additive']),
          direction: StringEnum(['request', 'response', 'both']),
          operation: Type.String(),
          place: Type.String(),
          pointer: Type.Object({ base: Type.String(), revision: Type.String() }, closed),
          old: Type.Optional(Type.Unknown()),
          new: Type.Optional(Type.Unknown()),
          message: Type.String(),
          fingerprint: Type.String({ description: 'Stable over renames and reordering.' }),
          allowed: Type.Boolean({ description: 'True when --allow names it.' }),
        },
        closed,
      ),
    ),
  },
  closed,
)
export type DiffOutput = Static<typeof DiffOutput>
