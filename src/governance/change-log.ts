/** Versions with a heading in the change log: those that were released. */
export const releasesOf = (changeLog: string): readonly string[] =>
  [...changeLog.matchAll(/^## \[?v?(\d+\.\d+\.\d+)/gm)].map(([, version = '']) => version)

/** The Deprecations section of a release; of what is not released yet when it has no heading. */
export function sectionOf(changeLog: string, version: string): string {
  const parts = changeLog.split(/^## /m).slice(1)
  const part =
    parts.find((one) => new RegExp(`^\\[?v?${version.replaceAll('.', '\\.')}\\b`).test(one)) ??
    parts.find((one) => /^\[?unreleased/i.test(one)) ??
    ''
  return /^### Deprecations\n([\s\S]*?)(?=^### |$(?![\s\S]))/m.exec(part)?.[1] ?? ''
}
