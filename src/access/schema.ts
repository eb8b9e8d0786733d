import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { SCOPE_NAMES } from '../contracts/scopes.ts'
import { EpochMs, Id, StringEnum } from '../contracts/wire.ts'

const ScopeName = StringEnum(SCOPE_NAMES)

/** The caller as the public client reads it. */
export const Me = Type.Object(
  {
    id: Id,
    name: Type.String(),
    email: Type.String({ description: 'Empty: keys have no mailbox.' }),
    externalId: Type.String(),
    authMethod: StringEnum(['local', 'api_key']),
    permissions: Type.Array(ScopeName),
  },
  { $id: 'Me', additionalProperties: false },
)
export type Me = Static<typeof Me>

export const ApiKey = Type.Object(
  {
    id: Id,
    name: Type.String(),
    scopes: Type.Array(ScopeName),
    workspaces: Type.Optional(
      Type.Array(Type.String(), { description: 'Absent: every workspace.' }),
    ),
    createdAt: EpochMs,
    expiresAt: Type.Optional(EpochMs),
    revokedAt: Type.Optional(EpochMs),
  },
  { $id: 'ApiKey', additionalProperties: false },
)
export type ApiKey = Static<typeof ApiKey>

/** A key with its secret: answered at creation and rotation only. */
export const NewApiKey = Type.Object(
  { ...ApiKey.properties, key: Type.String({ description: 'Shown once; it is not stored.' }) },
  { $id: 'NewApiKey', additionalProperties: false },
)
export type NewApiKey = Static<typeof NewApiKey>

export const CreateApiKey = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 128 }),
  scopes: Type.Array(ScopeName, { minItems: 1, uniqueItems: true }),
  workspaces: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 128 }), { minItems: 1, uniqueItems: true }),
  ),
  expiresAt: Type.Optional(EpochMs),
})
export type CreateApiKey = Static<typeof CreateApiKey>
