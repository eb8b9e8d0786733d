import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { SCOPE_NAMES } from '../../contracts/scopes.ts'
import { EpochMs, Id, StringEnum } from '../../contracts/wire.ts'

const closed = { additionalProperties: false } as const
const Scopes = Type.Array(StringEnum(SCOPE_NAMES))

/** `lectern keys create` and `lectern keys rotate`. */
export const KeyOutput = Type.Object(
  {
    id: Id,
    key: Type.String({ description: 'The whole key. It is shown this once and stored nowhere.' }),
    scopes: Scopes,
    expiresAt: Type.Union([EpochMs, Type.Null()], { description: 'Null: it does not expire.' }),
  },
  closed,
)
export type KeyOutput = Static<typeof KeyOutput>

/** `lectern keys list`. */
export const KeysOutput = Type.Object(
  {
    schemaVersion: Type.Literal('lectern.keys.v1'),
    keys: Type.Array(
      Type.Object(
        {
          id: Id,
          name: Type.String(),
          scopes: Scopes,
          workspaces: Type.Optional(
            Type.Array(Type.String(), { description: 'Absent: every workspace.' }),
          ),
          createdAt: EpochMs,
          expiresAt: Type.Optional(EpochMs),
          revokedAt: Type.Optional(EpochMs),
        },
        closed,
      ),
    ),
  },
  closed,
)
export type KeysOutput = Static<typeof KeysOutput>

/** `lectern keys revoke`. */
export const KeyRevokedOutput = Type.Object(
  {
    schemaVersion: Type.Literal('lectern.key-revoked.v1'),
    id: Id,
    name: Type.String(),
    revokedAt: EpochMs,
  },
  closed,
)
export type KeyRevokedOutput = Static<typeof KeyRevokedOutput>
