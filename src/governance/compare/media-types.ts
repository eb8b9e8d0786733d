import { compareText } from './json.ts'
import type { Wire } from './mode.ts'

/** How well one media type stands in for another. */
export type Fit = 'same' | 'covered' | 'specific' | 'general' | 'parameters' | 'none'

interface MediaType {
  readonly essence: string
  readonly parameters: string
}

function parse(name: string): MediaType {
  const [essence = '', ...parameters] = name.toLowerCase().split(';')
  const sorted = parameters.map((part) => part.replaceAll(/\s|"/g, '')).sort(compareText)
  return { essence: essence.trim(), parameters: sorted.join(';') }
}

/** How the second media type relates to the first: `covered` by a range, more `specific`, more `general`. */
export function fitOf(from: string, to: string): Fit {
  const left = parse(from)
  const right = parse(to)
  if (left.essence === right.essence) {
    return left.parameters === right.parameters ? 'same' : 'parameters'
  }
  if (isRange(right.essence) && inRange(left.essence, right.essence)) return 'covered'
  if (isRange(left.essence) && inRange(right.essence, left.essence)) return 'specific'
  if (suffixed(right.essence) === left.essence) return 'specific'
  return suffixed(left.essence) === right.essence ? 'general' : 'none'
}

function isRange(essence: string): boolean {
  return essence.includes('*')
}

function inRange(essence: string, range: string): boolean {
  if (range === '*/*' || range === '*') return true
  return range.endsWith('/*') && essence.startsWith(range.slice(0, -1))
}

/** The plain type behind a structured suffix: `application/problem+json` is `application/json`. */
function suffixed(essence: string): string | undefined {
  const plus = essence.lastIndexOf('+')
  const slash = essence.indexOf('/')
  if (plus < 0 || slash < 0) return undefined
  return `${essence.slice(0, slash)}/${essence.slice(plus + 1)}`
}

const TEXTUAL = /(?:^text\/|[/+]xml$|x-www-form-urlencoded$|^multipart\/)/

/** Whether a media type keeps JSON's types or writes everything as text. */
export function wireOf(name: string): Wire {
  return TEXTUAL.test(parse(name).essence) ? 'text' : 'json'
}
