import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { renderCompareRules } from '../../../src/governance/compare/render-rules.ts'
import { RULES } from '../../../src/governance/compare/rules.ts'

const PAGE = new URL('../../../docs/reference/compare-rules.md', import.meta.url)

test('the reference page says what the rule table says', async () => {
  const page = await readFile(PAGE, 'utf8')

  const rendered = renderCompareRules()

  expect(page, 'run: npx tsx scripts/write-compare-rules.ts').toBe(rendered)
})

test('the reference page lists every rule once', () => {
  const listed = [...renderCompareRules().matchAll(/^\| `([^`]+)`/gm)].map((match) => match[1])

  expect(listed.sort()).toEqual(Object.keys(RULES).sort())
})
