import type { Report } from '../check.ts'

/** One suite, one test case a gate, so that a gate that vanished is seen as a missing case. */
export function junitReport({ gates, findings }: Report): string {
  const failed = gates.filter(({ passed }) => !passed).length
  const cases = gates.map(({ id, title }) => {
    const own = findings.filter(({ gate, severity }) => gate === id && severity === 'error')
    const open = `    <testcase classname="lectern.check" name="${xml(`${id}: ${title}`)}"`
    if (own.length === 0) return `${open}/>`
    const failures = own.map(
      ({ rule, subject, message }) =>
        `      <failure type="${xml(rule)}" message="${xml(`${subject}: ${message}`)}"/>`,
    )
    return [`${open}>`, ...failures, '    </testcase>'].join('\n')
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites tests="${gates.length}" failures="${failed}">`,
    `  <testsuite name="lectern check" tests="${gates.length}" failures="${failed}">`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

const xml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no way to write them
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
    .replaceAll('\n', '&#10;')
