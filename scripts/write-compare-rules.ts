import { writeFileSync } from 'node:fs'
import { renderCompareRules } from '../src/governance/compare/render-rules.ts'

const page = new URL('../docs/reference/compare-rules.md', import.meta.url)
writeFileSync(page, renderCompareRules())
