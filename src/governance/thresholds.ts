import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Checkout, Facts } from './facts.ts'
import type { Finding } from './gate.ts'
import { failure } from './gate.ts'

const THRESHOLDS_PATH = 'benchmarks/thresholds.json'

const closed = { additionalProperties: false } as const

/** The level of each extractor and the figures that earned it. */
const Thresholds = Type.Object(
  {
    schemaVersion: Type.Literal('lectern.thresholds.v1'),
    extractors: Type.Record(
      Type.String(),
      Type.Object(
        {
          level: Type.Union([
            Type.Literal('experimental'),
            Type.Literal('beta'),
            Type.Literal('stable'),
          ]),
          figures: Type.Array(
            Type.Object(
              { name: Type.String(), measured: Type.Number(), atLeast: Type.Number() },
              closed,
            ),
          ),
        },
        closed,
      ),
    ),
    /** Row of a bench → the least ratio to its control. */
    performance: Type.Optional(Type.Record(Type.String(), Type.Number())),
  },
  closed,
)
type Thresholds = Static<typeof Thresholds>

/** The thresholds of a checkout; undefined when the file is missing or not of their shape. */
export function readThresholds({ read }: Pick<Checkout, 'read'>): Thresholds | undefined {
  try {
    const value: unknown = JSON.parse(read(THRESHOLDS_PATH) ?? 'null')
    return Value.Check(Thresholds, value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Levels that no measurement has earned. */
export function checkThresholds({ checkout }: Facts): readonly Finding[] {
  const thresholds = readThresholds(checkout)
  if (thresholds === undefined) {
    const message = `${THRESHOLDS_PATH} is missing or not of its shape; give it \`extractors\`, each with a level (experimental, beta, stable) and its figures {name, measured, atLeast}.`
    return [failure('thresholds-invalid', THRESHOLDS_PATH, message, THRESHOLDS_PATH)]
  }
  return Object.entries(thresholds.extractors).flatMap(([id, { level, figures }]) => {
    const say = (rule: string, message: string) => failure(rule, id, message, THRESHOLDS_PATH)
    const low = figures
      .filter(({ measured, atLeast }) => measured < atLeast)
      .map(({ name, measured, atLeast }) =>
        say(
          'maturity-below-threshold',
          `The extractor ${id} is ${level}, but ${name} was measured as ${measured} where ${atLeast} is needed; lower its level, or improve it and measure again.`,
        ),
      )
    if (level === 'experimental' || figures.length > 0) return low
    return [
      say(
        'maturity-not-measured',
        `The extractor ${id} is ${level} without a measured figure; measure it, or set its level to experimental.`,
      ),
    ]
  })
}
