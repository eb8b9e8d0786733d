import type { Facts, Json } from '../facts.ts'
import type { Finding, Gate } from '../gate.ts'
import { failure } from '../gate.ts'
import type { Operation } from '../operations.ts'
import { objectOf, operationsOf } from '../operations.ts'

/** Pages for people, which no OpenAPI document describes. */
const PAGES = '/docs'

/** OpenAPI against the router, both ways, and what every operation must say of itself. */
export const routes: Gate = {
  id: 'routes',
  title: 'OpenAPI and the router agree',
  run(facts) {
    const operations = operationsOf(facts.openapi)
    const described = new Set(operations.map(({ name }) => name))
    const registered = new Set(facts.routes.map(({ method, path }) => `${method} ${path}`))
    const findings: Finding[] = []
    for (const { method, path } of facts.routes) {
      const name = `${method} ${path}`
      if (method === 'HEAD' || isPage(path) || described.has(name)) continue
      findings.push(
        failure(
          'route-undocumented',
          name,
          `The router serves ${name}, but the OpenAPI document does not have it; give the route a schema with operationId, summary and responses, and do not hide it.`,
        ),
      )
    }
    for (const operation of operations) {
      if (!registered.has(operation.name)) {
        findings.push(
          failure(
            'route-unregistered',
            operation.name,
            `The OpenAPI document has ${operation.name}, but the router does not serve it; register the route or take it out of the document.`,
            `openapi#${operation.pointer}`,
          ),
        )
      }
      findings.push(...checkOperation(operation, facts))
    }
    return { compared: operations.length, findings }
  },
}

const isPage = (path: string): boolean => path === PAGES || path.startsWith(`${PAGES}/`)

function checkOperation({ name, spec, pointer }: Operation, facts: Facts): Finding[] {
  const say = (rule: string, message: string) => failure(rule, name, message, `openapi#${pointer}`)
  const findings: Finding[] = []
  const capability = facts.catalog.capabilities.get(String(spec['x-capability']))
  if (capability === undefined) {
    findings.push(
      say(
        'operation-without-capability',
        `${name} names no capability that a room declares; set \`config.capability\` of the route to an id of its room's feature.ts.`,
      ),
    )
  }
  const contract = spec['x-contract']
  if (typeof contract !== 'string' || facts.contracts[contract] === undefined) {
    findings.push(
      say(
        'operation-unclassified',
        `${name} belongs to no contract; give its capability one of ${Object.keys(facts.contracts).join(', ')}.`,
      ),
    )
  }
  if (spec['x-scope'] === undefined) {
    findings.push(
      say(
        'operation-without-scope',
        `${name} does not say who may call it; give its capability a scope, or \`public\`.`,
      ),
    )
  }
  if (typeof spec.operationId !== 'string') {
    findings.push(
      say('operation-without-id', `${name} has no operationId; add one to the route's schema.`),
    )
  }
  const responses = Object.entries(objectOf(spec.responses))
  if (responses.length === 0 || !responses.some(([status]) => status.startsWith('2'))) {
    findings.push(
      say(
        'response-schema-missing',
        `${name} declares no successful response; add its 2xx status and schema to the route.`,
      ),
    )
  }
  for (const [status, response] of responses) {
    if (!hasSchema(objectOf(response), status)) {
      findings.push(
        say(
          'response-schema-missing',
          `${name} answers ${status} without a schema; declare what the reply holds in the route's schema.`,
        ),
      )
    }
  }
  return findings
}

// 204 and 304 carry no body by definition.
function hasSchema(response: Json, status: string): boolean {
  if (status === '204' || status === '304') return true
  if (response.$ref !== undefined) return true
  const media = Object.values(objectOf(response.content))
  return media.length > 0 && media.every((entry) => objectOf(entry).schema !== undefined)
}
