/** Sizes and rates that the server enforces; each can be lowered or raised by its setting. */
export const LIMITS = {
  documentBytes: { value: 8 * 1024 * 1024, unit: 'bytes', title: 'UTF-8 size of one document' },
  bodyBytes: { value: 16 * 1024 * 1024, unit: 'bytes', title: 'Size of one request body' },
  jsonDepth: { value: 64, unit: 'levels', title: 'Nesting of a JSON body' },
  urlBytes: { value: 8 * 1024, unit: 'bytes', title: 'Length of a request URL, query included' },
  titleLength: { value: 512, unit: 'code points', title: 'Length of a title' },
  descriptionLength: { value: 4096, unit: 'code points', title: 'Length of a description' },
  tagsPerItem: { value: 64, unit: 'tags', title: 'Tags of one item' },
  tagLength: { value: 128, unit: 'code points', title: 'Length of one tag' },
  metadataBytes: { value: 64 * 1024, unit: 'bytes', title: 'Size of the metadata object as JSON' },
  queryLength: { value: 4096, unit: 'code points', title: 'Length of a search query' },
  pageSize: { value: 100, unit: 'items', title: 'Items of one list page' },
  searchResults: { value: 50, unit: 'items', title: 'Search results of one type' },
  apiRequestsPerMinute: {
    value: 100,
    unit: 'requests',
    title: 'Requests of one key in 60 seconds',
  },
  readRequestsPerMinute: {
    value: 120,
    unit: 'requests',
    title: 'Requests of one read-only key in 60 seconds',
  },
  failedLoginsPerMinute: {
    value: 30,
    unit: 'requests',
    title: 'Requests with a bad credential from one address in 60 seconds',
  },
} as const satisfies Record<string, { value: number; unit: string; title: string }>

export type LimitName = keyof typeof LIMITS
export type Limits = Readonly<Record<LimitName, number>>

/** Every limit at its default. */
export const defaultLimits = (): Limits =>
  Object.fromEntries(Object.entries(LIMITS).map(([name, { value }]) => [name, value])) as Limits
