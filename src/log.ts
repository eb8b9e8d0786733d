import type { Logger } from 'pino'
import { pino } from 'pino'
import type { Config } from './config.ts'

/** Fields that are blanked at the places where a careless line would carry them. */
const REDACTED = ['authorization', 'cookie', 'key', 'secret', 'password', 'token'].flatMap(
  (name) => [name, `*.${name}`, `*.headers.${name}`],
)

const KEY = /\bgm_([A-Za-z0-9]+)_[A-Za-z0-9]+/g
const URL_PASSWORD = /(:\/\/[^\s:/@"]+):[^\s@"]+@/g

/** The text without the secret part of any key and without passwords in URLs. */
export const scrub = (text: string): string =>
  text.replace(KEY, 'gm_$1_[redacted]').replace(URL_PASSWORD, '$1:[redacted]@')

interface LineSink {
  write(line: string): unknown
}

/** Writes JSON lines to stderr (readable ones on a terminal), and no secret whatever is logged. */
export async function buildLogger(
  { logLevel }: Pick<Config, 'logLevel'>,
  sink?: LineSink,
): Promise<Logger> {
  const out = sink ?? (await openStderr())
  return pino(
    { level: logLevel, redact: { paths: REDACTED, censor: '[redacted]' } },
    { write: (line: string) => void out.write(scrub(line)) },
  )
}

async function openStderr(): Promise<LineSink> {
  if (process.stderr.isTTY !== true) return pino.destination({ dest: 2, sync: true })
  const { build } = await import('pino-pretty')
  return build({ destination: 2, sync: true, colorize: true, ignore: 'pid,hostname' })
}
