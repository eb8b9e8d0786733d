import type { IncomingHttpHeaders } from 'node:http'
import { coreErrors } from '../contracts/errors.ts'

interface BrowserGuardOptions {
  readonly allowedHosts: readonly string[]
  readonly allowedOrigins: readonly string[]
}

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]', '::1']

/** The host name of a `Host` header, without its port. */
export function hostName(header: string): string {
  const bracket = header.indexOf(']')
  if (header.startsWith('[') && bracket > 0) return header.slice(0, bracket + 1).toLowerCase()
  const colon = header.lastIndexOf(':')
  return (colon < 0 ? header : header.slice(0, colon)).toLowerCase()
}

/**
 * Refuses what a browser can be tricked into sending: a host name that is not ours (DNS rebinding), a foreign
 * `Origin`, and any cross-site request while no key is needed. `trusted` says that the caller proved who it is.
 */
export function buildBrowserGuard(options: BrowserGuardOptions) {
  const hosts = new Set(
    [...LOOPBACK_NAMES, ...options.allowedHosts].map((host) => host.toLowerCase()),
  )
  const origins = new Set(options.allowedOrigins)
  // Header texts that passed already; bounded, because they come from outside.
  const passed = new Set<string>()

  const checkHost = (host: string | undefined): void => {
    if (host !== undefined && passed.has(host)) return
    if (host === undefined || !hosts.has(hostName(host))) {
      throw coreErrors.host_refused({
        message: `This server does not answer for the host ${host === undefined ? '(none sent)' : JSON.stringify(host.slice(0, 200))}. If it should, add the name to the setting allowedHosts (--allowed-host).`,
        details: { setting: 'allowedHosts', seen: host ?? null },
      })
    }
    if (passed.size < 256) passed.add(host)
  }

  const check = (headers: IncomingHttpHeaders, trusted: boolean): void => {
    checkHost(headers.host)
    const origin = headers.origin
    if (origin !== undefined && !origins.has(origin) && !isOwn(origin, headers.host)) {
      throw coreErrors.origin_refused({
        message: `Requests from the web origin ${JSON.stringify(origin.slice(0, 200))} are refused. If it should be let in, add it to the setting allowedOrigins (--allowed-origin).`,
        details: { setting: 'allowedOrigins', seen: origin.slice(0, 200) },
      })
    }
    if (!trusted && headers['sec-fetch-site'] === 'cross-site')
      throw coreErrors.cross_site_refused()
  }
  return { check, checkHost }
}

// The scheme is not compared: behind a proxy that ends TLS it differs, and the host was checked already.
const isOwn = (origin: string, host: string | undefined): boolean =>
  host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)
