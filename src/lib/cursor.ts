/** The cursor of a list: an offset, written as the public API writes it. */
export const encodeCursor = (offset: number): string =>
  Buffer.from(JSON.stringify({ 1: String(offset) })).toString('base64')

/** The bare form that collections use. */
export const encodeBareCursor = (offset: number): string =>
  Buffer.from(String(offset)).toString('base64')

/** The offset of a cursor in either form; undefined when it is neither. */
export function decodeCursor(cursor: string): number | undefined {
  const text = Buffer.from(cursor, 'base64').toString('utf8')
  const offset = /^(?:(\d{1,15})|\{"1":"(\d{1,15})"\})$/.exec(text)
  return offset === null ? undefined : Number(offset[1] ?? offset[2])
}
