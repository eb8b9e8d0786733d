import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './store.ts'

/** Stands for a value that is given at each run; its name is the key of the run's values. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query that is built once and run with other values each time, on a connection or inside a transaction. Building a
 * query costs several times what running it does.
 */
export class Prepared<Values extends Readonly<Record<string, unknown>>, Row> {
  readonly #build: (
    db: Db,
    value: <K extends keyof Values & string>(name: K) => Values[K],
  ) => Compilable<Row>
  #compiled: CompiledQuery<Row> | undefined

  constructor(
    build: (
      db: Db,
      value: <K extends keyof Values & string>(name: K) => Values[K],
    ) => Compilable<Row>,
  ) {
    this.#build = build
  }

  async all(db: Db, values: Values): Promise<Row[]> {
    // A placeholder passes through the builder untouched and is replaced below, so it may stand for any type.
    this.#compiled ??= this.#build(db, (name) => new Placeholder(name) as never).compile()
    const parameters = this.#compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name] : parameter,
    )
    const { rows } = await db.executeQuery<Row>({ ...this.#compiled, parameters })
    return rows
  }

  async first(db: Db, values: Values): Promise<Row | undefined> {
    return (await this.all(db, values))[0]
  }
}
