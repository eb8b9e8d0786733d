import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'

/** A choice between strings as one `enum`, which reads better in an error than a union of literals. */
export const StringEnum = <const T extends readonly string[]>(
  values: T,
  options: { readonly description?: string; readonly default?: T[number] } = {},
) => Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options })

/** Ids are opaque and go into paths unescaped. */
export const Id = Type.String({ pattern: '^[A-Za-z0-9_-]{1,128}$', description: 'Opaque id.' })

/** Milliseconds since 1970-01-01T00:00:00Z. */
export const EpochMs = Type.Integer({ minimum: 0, description: 'Epoch milliseconds.' })

export const Sha256 = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'SHA-256 in lower-case hex.',
})

/** Query booleans are the words `true` and `false`; anything else is refused. */
export const QueryBoolean = StringEnum(['true', 'false'])

export const Page = Type.Object(
  {
    cursor: Type.String({ description: 'Send back as `cursor` for the next page.' }),
    hasMore: Type.Boolean(),
  },
  { additionalProperties: false },
)
export type Page = Static<typeof Page>

/** `{ data: … }`, the shape of every reply of this family. */
export const dataOf = <T extends Parameters<typeof Type.Object>[0][string]>(schema: T) =>
  Type.Object({ data: schema }, { additionalProperties: false })

/** What deleting answers. */
export const Deleted = Type.Object(
  { success: Type.Literal(true), id: Id },
  { additionalProperties: false },
)

/** Error body of the Context Repo routes and of every unknown path. */
export const NestedError = Type.Object(
  {
    error: Type.Object(
      {
        code: Type.Integer({ description: 'The HTTP status.' }),
        message: Type.String({ description: 'Begins with the reason, then says what to do next.' }),
        reason: Type.String({ description: 'Stable reason in upper case.' }),
        details: Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()]),
      },
      { additionalProperties: false },
    ),
    error_code: Type.String({ description: 'Stable reason in lower case.' }),
  },
  { $id: 'NestedError', additionalProperties: false },
)

/** Error body of the http-mcp routes. */
export const FlatError = Type.Object(
  {
    error: Type.String({ description: 'A sentence for a person.' }),
    error_code: Type.String({ description: 'Stable reason in lower case.' }),
    details: Type.Optional(Type.Object({}, { additionalProperties: true })),
  },
  { $id: 'FlatError', additionalProperties: false },
)

/** Headers of a write: the precondition, the retry key and the lease. */
export const WriteHeaders = Type.Object({
  'if-match': Type.Optional(Type.String()),
  'idempotency-key': Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  'x-contextrepo-lease-id': Type.Optional(Type.String()),
  'x-contextrepo-lease-fence': Type.Optional(Type.Integer({ minimum: 0 })),
})

export type WriteHeaders = Static<typeof WriteHeaders>
