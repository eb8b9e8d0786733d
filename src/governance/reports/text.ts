import type { Report } from '../check.ts'

/** A table of the gates, then each finding on a line of its own, then the count. */
export function textReport({ gates, findings, counts, baseline }: Report): readonly string[] {
  const width = Math.max(...gates.map(({ id }) => id.length))
  const shown = findings.filter(({ severity }) => severity !== 'info')
  const base = baseline === null ? 'none' : `${baseline.ref} (${baseline.sha.slice(0, 7)})`
  return [
    ...gates.map(
      ({ id, passed, compared, title }) =>
        `${passed ? 'ok  ' : 'FAIL'}  ${id.padEnd(width)}  ${String(compared).padStart(5)} compared  ${title}`,
    ),
    ...(shown.length === 0 ? [] : ['']),
    ...shown.map(
      ({ severity, rule, subject, message }) => `${severity} ${rule} ${subject}: ${message}`,
    ),
    '',
    `${count(counts.error, 'error')}, ${count(counts.warning, 'warning')}, ${counts.info} for information; baseline ${base}`,
  ]
}

const count = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? '' : 's'}`
