import { cliError } from './errors.ts'

const UNITS_MS: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/** Epoch milliseconds of `90d`, `12h`, `30m`, `2w`, or of a date or time of ISO 8601, always in the future. */
export function parseExpiry(text: string, now: number): number {
  const [, count, unit = ''] = /^([1-9]\d{0,5})([mhdw])$/.exec(text) ?? []
  const unitMs = UNITS_MS[unit]
  if (count !== undefined && unitMs !== undefined) return now + Number(count) * unitMs
  const isDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text)
  const time = isDate ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) {
    throw cliError(
      'invalid-argument',
      `--expires takes 90d, 12h, 30m, 2w, or a date such as 2030-01-31 (UTC), not \`${text.slice(0, 80)}\`.`,
    )
  }
  if (time <= now) {
    throw cliError('invalid-argument', `--expires ${text} is in the past; name a time to come.`)
  }
  return time
}
