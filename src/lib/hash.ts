import { hash } from 'node:crypto'

/** SHA-256 of the exact bytes (strings as UTF-8), as 64 lower-case hex digits. */
export const sha256Hex = (data: string | Uint8Array): string => hash('sha256', data, 'hex')
