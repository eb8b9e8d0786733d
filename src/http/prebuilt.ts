import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { sha256Hex } from '../lib/hash.ts'
import { SECURITY_HEADERS } from './headers.ts'

type Coding = 'identity' | 'gzip' | 'br'

interface Variant {
  readonly body: Buffer
  readonly etag: string
  readonly ok: readonly string[]
  readonly notModified: readonly string[]
}

/** A document that is the same for every caller until it is built anew: bytes, codings, validators. */
export interface Prebuilt {
  readonly bytes: Buffer
  /** SHA-256 of the identity bytes. */
  readonly digest: string
  readonly variants: Readonly<Record<Coding, Variant>>
}

interface PrebuiltOptions {
  readonly contentType?: string
  readonly cacheControl?: string
  /** More headers, as they are at build time. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Compresses once and prepares every header, so that serving is one write. */
export function prebuild(content: string, options: PrebuiltOptions = {}): Prebuilt {
  const bytes = Buffer.from(content)
  const digest = sha256Hex(bytes)
  const common = Object.entries({
    'Content-Type': options.contentType ?? 'application/json; charset=utf-8',
    'Cache-Control': options.cacheControl ?? 'private, no-cache',
    Vary: 'Accept-Encoding, Authorization',
    ...SECURITY_HEADERS,
    ...options.headers,
  }).flat()
  const variant = (coding: Coding, body: Buffer): Variant => {
    // A strong validator names one sequence of bytes, so each coding has its own.
    const etag = `"${digest.slice(0, 40)}${coding === 'identity' ? '' : `-${coding}`}"`
    const encoding = coding === 'identity' ? [] : ['Content-Encoding', coding]
    return {
      body,
      etag,
      ok: [...common, 'ETag', etag, ...encoding, 'Content-Length', String(body.length)],
      notModified: [...common.slice(2), 'ETag', etag],
    }
  }
  const brotli = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: bytes.length > 200_000 ? 5 : 11 },
  })
  return {
    bytes,
    digest,
    variants: {
      identity: variant('identity', bytes),
      gzip: variant('gzip', gzipSync(bytes, { level: 9 })),
      br: variant('br', brotli),
    },
  }
}

const codings = new Map<string, Coding>()

/** The coding to answer with; parsed once for each header text that is seen. */
export function negotiate(header: string | undefined): Coding {
  if (header === undefined || header === '') return 'identity'
  const known = codings.get(header)
  if (known !== undefined) return known
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...params] = part.split(';').map((piece) => piece.trim())
    const q = params.find((param) => param.startsWith('q='))
    weights.set(name, q === undefined ? 1 : Number(q.slice(2)) || 0)
  }
  const weight = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const chosen: Coding =
    weight('br') > 0 && weight('br') >= weight('gzip')
      ? 'br'
      : weight('gzip') > 0
        ? 'gzip'
        : 'identity'
  // Bounded, because the header comes from outside.
  if (codings.size < 256) codings.set(header, chosen)
  return chosen
}

/** RFC 9110 weak comparison of `If-None-Match` with one validator. */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag || header === '*') return true
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag)
}

/** The parts of a Fastify request and reply that serving prepared bytes needs. */
export interface RawRequest {
  readonly id: string
  readonly headers: IncomingHttpHeaders
}
export interface RawReply {
  readonly raw: ServerResponse
  /** What hooks have set so far. */
  getHeaders(): Readonly<Record<string, string | number | string[] | undefined>>
  hijack(): unknown
}

/** Answers 200 or 304 in one write; `own` holds what differs per reply. */
export function writePrebuilt(
  headers: IncomingHttpHeaders,
  response: ServerResponse,
  document: Prebuilt,
  own: readonly string[],
): void {
  const variant = document.variants[negotiate(headers['accept-encoding'])]
  if (matches(headers['if-none-match'], variant.etag)) {
    response.writeHead(304, variant.notModified.concat(own)).end()
  } else {
    response.writeHead(200, variant.ok.concat(own)).end(variant.body)
  }
}
