import type { CapabilitiesDocument } from '../../contracts/capabilities.ts'
import type { Connection } from '../connect.ts'
import { apiKey } from '../connect.ts'
import { connectRemote } from '../remote.ts'
import { bodyOf, dataOf, isRecord } from '../reply.ts'
import type { Check, Finding } from './check.ts'
import { examine } from './check.ts'

/** Examines a server from outside, as any client sees it. */
export async function checkServer(url: string, key: string | undefined): Promise<Check[]> {
  const connection = connectRemote(url, apiKey(key), 'url')
  const reached = await examine('server', () => readiness(connection))
  if (reached.status === 'fail') return [reached]
  return [
    reached,
    await examine('capabilities', () => capabilities(connection)),
    await examine('key', () => whoami(connection)),
    await examine('transport', () => transport(url, key)),
  ]
}

/** What `/health/ready` says, component by component. */
export async function readiness({ call, at, kind }: Connection): Promise<Finding> {
  const subject = kind === 'in-process' ? 'store in' : 'server at'
  const { status, body } = await call('GET', '/health/ready')
  if (!isRecord(body) || !Array.isArray(body.components)) {
    return {
      status: 'fail',
      detail: `What answers at ${at} is not a Lectern server (HTTP ${status}).`,
      remedy: 'Check --url.',
    }
  }
  const ill = body.components.filter(isRecord).filter(({ state }) => state !== 'ready')
  const [first] = ill
  if (first === undefined) return { status: 'ok', detail: `The ${subject} ${at} is ready.` }
  return {
    status: status === 200 ? 'warn' : 'fail',
    detail: `Of the ${subject} ${at}, ${ill.map(({ id, state }) => `${id} is ${state}`).join(', ')}.`,
    ...(typeof first.remedy === 'string' ? { remedy: first.remedy } : {}),
  }
}

async function capabilities({ call }: Connection): Promise<Finding> {
  // The route's schema is this type.
  const { server, contract_version } = bodyOf(
    await call('GET', '/v1/capabilities'),
  ) as CapabilitiesDocument
  return contract_version === 1
    ? { status: 'ok', detail: `${server.name} ${server.version}, capabilities contract 1.` }
    : {
        status: 'fail',
        detail: `The server speaks version ${contract_version} of the capabilities contract; this program knows 1.`,
        remedy: 'Use the command line of the same release as the server.',
      }
}

async function whoami({ call }: Connection): Promise<Finding> {
  const me = dataOf<{ name: string; authMethod: string; permissions: string[] }>(
    await call('GET', '/v1/user/me'),
  )
  return {
    status: 'ok',
    detail: `Accepted as ${me.name} (${me.authMethod}), which may: ${me.permissions.join(', ')}.`,
  }
}

function transport(url: string, key: string | undefined): Finding {
  const { protocol, hostname } = new URL(url)
  const local = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
  if (protocol === 'https:' || local || key === undefined) {
    return {
      status: 'ok',
      detail: `The key does not cross a network in clear (${protocol}//${hostname}).`,
    }
  }
  return {
    status: 'warn',
    detail: `The key is sent to ${hostname} over http, readable on the way.`,
    remedy: 'Put the server behind HTTPS.',
  }
}
