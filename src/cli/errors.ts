import type { ErrorClass } from '../contracts/errors.ts'
import { AppError, EXIT_CODES } from '../contracts/errors.ts'

interface Reason {
  readonly class: ErrorClass
  /** When it is raised, for the reference page. */
  readonly raised: string
}

/** Reasons of the command line itself; never renamed, never moved to another class. */
export const CLI_REASONS = {
  'policy-failed': {
    class: 'policy',
    raised:
      'A check failed, or files were left out. The result is on stdout; no error document follows.',
  },
  'unknown-command': { class: 'usage', raised: 'There is no command of this name.' },
  'unknown-option': { class: 'usage', raised: 'The command has no option of this name.' },
  'invalid-argument': {
    class: 'usage',
    raised: 'An option, a value or an operand is wrong or missing.',
  },
  'path-not-found': { class: 'data', raised: 'A path that was named is not there.' },
  'server-unreachable': { class: 'data', raised: 'No server answers at the URL in time.' },
  'unexpected-reply': {
    class: 'data',
    raised: 'What answers at the URL is not a Lectern server, or sends the request elsewhere.',
  },
  'system-refused': {
    class: 'data',
    raised: 'The operating system refuses: permission, disk full, too many open files.',
  },
  internal: {
    class: 'internal',
    raised: 'Lectern failed unexpectedly. This is a bug; please report it.',
  },
} as const satisfies Record<string, Reason>

export type CliReason = keyof typeof CLI_REASONS

/** A failure as the command line reports it. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly reason: string
  readonly class: ErrorClass

  constructor(reason: string, errorClass: ErrorClass, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
    this.class = errorClass
  }

  get exitCode(): number {
    return EXIT_CODES[this.class]
  }

  /** The `lectern.error.v1` document. */
  toDocument() {
    return {
      schemaVersion: 'lectern.error.v1' as const,
      error: {
        code: this.class,
        reason: this.reason,
        exitCode: this.exitCode,
        message: this.message,
      },
    }
  }
}

/** The error to throw for a reason of the command line's own table. */
export const cliError = (reason: CliReason, message: string, cause?: unknown): CliError =>
  new CliError(reason, CLI_REASONS[reason].class, message, cause)

const REFUSALS = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EMFILE', 'ENFILE']

/** Whatever was thrown, as a failure with a class; what nobody foresaw is `internal`. */
export function toCliError(thrown: unknown): CliError {
  if (thrown instanceof CliError) return thrown
  if (thrown instanceof AppError) {
    if (thrown.class === 'internal' && thrown.status === 500) return unforeseen(thrown)
    return new CliError(kebab(thrown.reason), thrown.class, thrown.message, thrown.cause)
  }
  if (thrown instanceof Error && 'code' in thrown && REFUSALS.includes(String(thrown.code))) {
    const path = 'path' in thrown ? ` at ${String(thrown.path)}` : ''
    return cliError(
      'system-refused',
      `The operating system refuses (${String(thrown.code)})${path}; give this user the right or the room that is missing, and try again.`,
      thrown,
    )
  }
  return unforeseen(thrown)
}

/** A server's reason in the spelling of the command line. */
export const kebab = (reason: string): string => reason.toLowerCase().replaceAll('_', '-')

const unforeseen = (cause: unknown): CliError =>
  cliError(
    'internal',
    'Lectern failed unexpectedly. This is a bug; please report it with the cause that LECTERN_LOG_LEVEL=debug shows.',
    cause,
  )
