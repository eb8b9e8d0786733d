import type { Expression } from 'kysely'
import { expressionBuilder } from 'kysely'
import { coreErrors } from '../contracts/errors.ts'
import type { Limits } from '../contracts/limits.ts'
import { decodeCursor } from '../lib/cursor.ts'
import { foldText } from '../lib/fold.ts'
import { parseTagFilter } from '../lib/tags.ts'
import type { Tables } from './tables.ts'

const DEFAULT_LIMIT = 20

interface PageQuery {
  readonly limit?: number
  readonly cursor?: string
}

/** Where a page begins and how long it is; throws `invalid_cursor` for a cursor that no list gave out. */
export function pageOf({ limit = DEFAULT_LIMIT, cursor }: PageQuery, limits: Limits) {
  const offset = cursor === undefined || cursor === '' ? 0 : decodeCursor(cursor)
  if (offset === undefined) throw coreErrors.invalid_cursor()
  return { offset, limit: Math.min(limit, limits.pageSize) }
}

/** A page of rows of which one more than asked was read, to know whether there are more. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
  shape: (row: Row) => Item,
  encode: (offset: number) => string,
) {
  return {
    data: rows.slice(0, limit).map(shape),
    pagination: { cursor: encode(offset + limit), hasMore: rows.length > limit },
  }
}

/** The tags that items must carry; more than an item can have would match nothing and is refused. */
export function tagsOf(filter: string | readonly string[] | undefined, limits: Limits): string[] {
  const tags = parseTagFilter(filter)
  if (tags.length > limits.tagsPerItem) {
    throw coreErrors.invalid_request({
      message: `The query parameter \`tags\` names ${tags.length} tags; no item has more than ${limits.tagsPerItem}.`,
      details: {
        in: 'querystring',
        field: 'tags',
        limit: 'tagsPerItem',
        value: limits.tagsPerItem,
      },
    })
  }
  return tags
}

/** True of rows whose folded column contains the text; unlike `like` this has no wildcards. */
export const contains = (folded: Expression<string>, text: string) =>
  containsFolded(folded, foldText(text))

/** `contains` for a text that is folded already. */
export function containsFolded(folded: Expression<string>, needle: string) {
  const row = expressionBuilder<Tables>()
  // Taking the needle out changes the text exactly when it is in it.
  return row(row.fn<string>('replace', [folded, row.val(needle), row.val('')]), '<>', folded)
}
