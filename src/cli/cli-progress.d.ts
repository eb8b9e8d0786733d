/** The part of cli-progress that is used here; the package carries no types. */
declare module 'cli-progress' {
  export interface BarOptions {
    readonly format?: string
    readonly stream?: NodeJS.WritableStream
    readonly hideCursor?: boolean
    readonly clearOnComplete?: boolean
    readonly noTTYOutput?: boolean
  }
  export class SingleBar {
    constructor(options: BarOptions)
    start(total: number, startValue: number): void
    update(value: number): void
    stop(): void
  }
}
