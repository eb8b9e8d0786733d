import type { Report } from '../check.ts'
import { locationOf } from './location.ts'

const COMMANDS = { error: 'error', warning: 'warning', info: 'notice' } as const

/** Workflow commands, which a code host shows beside the changed lines. */
export function githubReport({ findings }: Report): readonly string[] {
  return findings.map(({ severity, rule, message, subject, pointer }) => {
    const { file, line } = locationOf(pointer)
    const place = `file=${property(file)},line=${line},title=${property(rule)}`
    return `::${COMMANDS[severity]} ${place}::${data(`${subject}: ${message}`)}`
  })
}

const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
