import type { FastifyInstance } from 'fastify'
import { coreErrors } from '../contracts/errors.ts'

/**
 * JSON is the only body type. An empty one is absent (clients send the header without a body), bytes that
 * are not UTF-8 are refused rather than mended, and nesting is bounded before any schema walks it.
 */
export function installBodyParser(app: FastifyInstance, maxDepth: number): void {
  app.removeAllContentTypeParsers()
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
  app.addContentTypeParser(
    /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/,
    { parseAs: 'buffer' },
    (_request, body, done) => {
      if (body.length === 0) return done(null, undefined)
      try {
        const value: unknown = JSON.parse(utf8.decode(body as Buffer))
        assertDepth(value, maxDepth)
        done(null, value)
      } catch (cause) {
        done(
          cause instanceof SyntaxError || cause instanceof TypeError
            ? jsonError(cause)
            : (cause as Error),
        )
      }
    },
  )
}

function jsonError(cause: Error): Error {
  const what =
    cause instanceof TypeError
      ? 'its bytes are not UTF-8'
      : cause.message.replace(/^JSON\.parse: /, '').slice(0, 200)
  return coreErrors.invalid_json({ message: `The body is not valid JSON: ${what}.`, cause })
}

// Iterative, so that the check itself cannot overflow the stack.
function assertDepth(root: unknown, maxDepth: number): void {
  let level: unknown[] = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue
      for (const child of Array.isArray(value) ? value : Object.values(value)) next.push(child)
    }
    if (depth > maxDepth) {
      throw coreErrors.invalid_request({
        message: `The body is nested deeper than ${maxDepth} levels.`,
        details: { limit: 'jsonDepth', value: maxDepth },
      })
    }
    level = next
  }
}
