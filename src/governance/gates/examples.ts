import { ExampleSchemas } from '../example-schemas.ts'
import type { Facts } from '../facts.ts'
import type { Finding, Gate } from '../gate.ts'
import { failure } from '../gate.ts'
import type { Fence } from '../markdown.ts'
import { fencesOf } from '../markdown.ts'
import { findOperation } from '../operations.ts'

const FOLDER = 'docs/contracts'
const MARK = /^example: (planned )?(.+)$/

/** Every JSON example of a contract document fits the schema that it names. */
export const examples: Gate = {
  id: 'examples',
  title: 'The examples of the contract documents are valid',
  run(facts) {
    const { checkout } = facts
    const schemas = new ExampleSchemas(facts)
    const found = checkout
      .list(FOLDER)
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        fencesOf(checkout.read(path) ?? '')
          .filter(({ language }) => language === 'json')
          .map((fence) => ({ fence, at: `${path}:${fence.line}` })),
      )
    return {
      compared: found.length,
      findings: found.flatMap(({ fence, at }) => checkFence(fence, at, { schemas, facts })),
    }
  },
}

interface Context {
  readonly schemas: ExampleSchemas
  readonly facts: Facts
}

function checkFence({ body, mark }: Fence, at: string, { schemas, facts }: Context): Finding[] {
  const [path = ''] = at.split(':')
  const subject = mark === undefined ? path : `${path} ${mark}`
  const say = (rule: string, message: string) => [failure(rule, subject, message, at)]
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'it cannot be read'
    return say('example-not-json', `The example at ${at} is not JSON (${why}); correct it.`)
  }
  const [, planned, name = ''] = MARK.exec(mark ?? '') ?? []
  if (name === '') {
    return say(
      'example-unmarked',
      `The example at ${at} names no schema; put \`<!-- example: Name -->\` on the line before it, where Name is a schema of OpenAPI, a file of schemas/, or \`GET /path 200\`.`,
    )
  }
  if (planned !== undefined) {
    const operation = name.split(' ').slice(0, 2).join(' ')
    if (findOperation(facts.openapi, operation) === undefined) return []
    return say(
      'example-no-longer-planned',
      `The example at ${at} is marked as planned, but ${operation} is served now; take the word \`planned\` out of its mark.`,
    )
  }
  const problem = schemas.problemOf(name, value)
  if (problem === undefined) return []
  return problem.kind === 'unknown'
    ? say(
        'example-unknown-schema',
        `The example at ${at} names the schema ${name}, which there is not; correct the name, or mark it \`planned\` while the route is not served.`,
      )
    : say(
        'example-invalid',
        `The example at ${at} does not fit ${name} (${problem.text}); correct the example.`,
      )
}
