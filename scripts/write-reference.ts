import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cliPage } from './reference/cli.ts'
import { configurationPage } from './reference/configuration.ts'

/** Path from the root of the checkout → the generated page. */
export const referencePages = (): Readonly<Record<string, string>> => ({
  'docs/reference/cli.md': cliPage(),
  'docs/reference/configuration.md': configurationPage(),
})

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = new URL('../', import.meta.url)
  mkdirSync(new URL('docs/reference/', root), { recursive: true })
  for (const [path, text] of Object.entries(referencePages())) {
    writeFileSync(new URL(path, root), text)
  }
}
