import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { StringEnum } from '../../contracts/wire.ts'

const closed = { additionalProperties: false } as const

/** What a failing command writes to stdout with `--json`. */
export const ErrorOutput = Type.Object(
  {
    schemaVersion: Type.Literal('lectern.error.v1'),
    error: Type.Object(
      {
        code: StringEnum(['usage', 'data', 'parse', 'internal'], {
          description: 'The class; it decides the exit code.',
        }),
        reason: Type.String({ pattern: '^[a-z][a-z0-9-]*$', description: 'Stable reason.' }),
        exitCode: Type.Integer({ minimum: 2, maximum: 5 }),
        message: Type.String({ description: 'A sentence for a person.' }),
      },
      closed,
    ),
  },
  closed,
)

/** `lectern serve`: one line when the server listens. */
export const ServeOutput = Type.Object(
  {
    url: Type.String({ description: 'Where the server listens.' }),
    dataDir: Type.String({ description: 'Absolute path of the data directory.' }),
    capabilitiesUrl: Type.String({ description: 'What this instance can do.' }),
  },
  closed,
)
export type ServeOutput = Static<typeof ServeOutput>

/** `lectern doctor`. */
export const DoctorOutput = Type.Object(
  {
    schemaVersion: Type.Literal('lectern.doctor.v1'),
    ok: Type.Boolean({ description: 'False when a check failed; the exit code is then 1.' }),
    checks: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          status: StringEnum(['ok', 'warn', 'fail']),
          detail: Type.String(),
          remedy: Type.Optional(
            Type.String({ description: 'What to do; absent where all is well.' }),
          ),
        },
        closed,
      ),
    ),
  },
  closed,
)
export type DoctorOutput = Static<typeof DoctorOutput>

/** `lectern version`. */
export const VersionOutput = Type.Object(
  {
    schemaVersion: Type.Literal('lectern.version.v1'),
    name: Type.Literal('lectern'),
    version: Type.String(),
    node: Type.String({ description: 'The Node release that runs it.' }),
  },
  closed,
)
export type VersionOutput = Static<typeof VersionOutput>

/** `lectern help`. */
export const HelpOutput = Type.Object(
  {
    schemaVersion: Type.Literal('lectern.help.v1'),
    commands: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          summary: Type.String(),
          usage: Type.String(),
          capability: Type.String({ description: 'The capability that the command serves.' }),
          schema: Type.String({ description: 'The schema of its `--json` output.' }),
          options: Type.Array(
            Type.Object(
              {
                name: Type.String(),
                description: Type.String(),
                value: Type.Optional(
                  Type.String({ description: 'Absent: the option is a switch.' }),
                ),
                multiple: Type.Optional(Type.Boolean()),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
    ),
    exitCodes: Type.Array(
      Type.Object({ code: Type.Integer(), class: Type.String(), meaning: Type.String() }, closed),
    ),
  },
  closed,
)
export type HelpOutput = Static<typeof HelpOutput>
