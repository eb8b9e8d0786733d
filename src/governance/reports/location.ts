/** The file and line of a finding's pointer, as editors and code hosts want them. */
export interface Location {
  readonly file: string
  readonly line: number
}

/** Reads `path`, `path:line` and `path#/json/pointer`; what names no file is laid to the snapshot. */
export function locationOf(pointer: string | undefined): Location {
  const [, file, line] = /^([^#:]+)(?::(\d+))?(?:#.*)?$/.exec(pointer ?? '') ?? []
  return {
    file: file === undefined || file === 'openapi' ? 'openapi-v1.snapshot.json' : file,
    line: Number(line ?? 1),
  }
}
