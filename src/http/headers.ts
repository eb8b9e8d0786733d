/** Sent with every reply, as constants: they cost nothing and need no plug-in. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const

/** Where a refused client can read what is possible instead. */
export const SERVICE_META_LINK = '</v1/capabilities>; rel="service-meta"'
