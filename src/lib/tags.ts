/** Trimmed, without empties and repetitions, in the order given. */
export const normalTags = (tags: readonly string[]): string[] => [
  ...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== '')),
]

/** The tags of a filter: comma-separated, and repeated parameters are joined. */
export const parseTagFilter = (value: string | readonly string[] | undefined): string[] =>
  normalTags([value ?? []].flat().flatMap((part) => part.split(',')))
