// The one file that writes to stdout. It imports nothing, because `lectern capabilities` starts through it.

/** Writes text to stdout exactly as it is. */
export function write(text: string): void {
  // A reader that went away (`| head`) wants no more; that is no failure of ours.
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', () => process.exit())
  process.stdout.write(text)
}

/** Writes lines for a person to stdout. */
export const print = (...lines: readonly string[]): void => write(`${lines.join('\n')}\n`)

/** Writes a document to stdout, indented; `serve` alone wants it on one line. */
export const printJson = (document: object, indent: number = 2): void =>
  write(`${JSON.stringify(document, null, indent)}\n`)

/** Writes a sentence for a person to stderr. */
export const complain = (sentence: string): void => {
  process.stderr.write(`${sentence}\n`)
}

/** The text without control characters, so that stored text cannot steer a terminal. */
export const plain = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '').replace(/[\t\n]+/g, ' ')
