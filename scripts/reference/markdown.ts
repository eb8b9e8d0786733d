/** The line that says where a generated page comes from. */
export const GENERATED =
  '<!-- Written by scripts/write-reference.ts from the source; change it there. -->'

/** A Markdown table; pipes and line breaks in cells are escaped. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
