/** True when the text can be stored and sent as UTF-8 without a change: no lone surrogate, no NUL. */
export const isStorableText = (text: string): boolean => !/\p{Surrogate}|\0/u.test(text)

/** Length in code points, which is what a person counts. */
export function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** At most `length` code points, never half of one. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text
  return Array.from(text.slice(0, length * 2))
    .slice(0, length)
    .join('')
}
