import { describe, expect, test } from 'vitest'
import {
  fencesOf,
  findBlock,
  plainCell,
  replaceBlock,
  tableRows,
} from '../../src/governance/markdown.ts'

const PAGE = [
  '# Page',
  '',
  '```md',
  '<!-- keys -->',
  'not this',
  '<!-- /keys -->',
  '```',
  '',
  '<!-- keys -->',
  '| Key | Type |',
  '| --- | --- |',
  '| `a` | one \\| two |',
  '<!-- /keys -->',
  '',
  '<!-- example: Thing -->',
  '```json',
  '{ "a": 1 }',
  '```',
].join('\n')

describe('a page', () => {
  test('gives the block between its markers, and not the one that an example shows', () => {
    expect(findBlock(PAGE, 'keys')).toMatchObject({ line: 10 })
    expect(tableRows(findBlock(PAGE, 'keys')?.lines ?? [])).toEqual([['`a`', 'one | two']])
  })

  test.for([
    ['the opening', '<!-- keys -->\n|', '|'],
    ['the closing', '|\n<!-- /keys -->', '|'],
  ] as const)('has no block without %s marker', ([, from, to]) => {
    expect(findBlock(PAGE.replace(from, to), 'keys')).toBeUndefined()
  })

  test('keeps everything around a block that is replaced', () => {
    const replaced = replaceBlock(PAGE, 'keys', 'new') ?? ''

    expect(replaced).toContain('not this')
    expect(replaced).toContain('<!-- keys -->\nnew\n<!-- /keys -->\n\n<!-- example: Thing -->')
  })

  test('gives its fences with the mark before them', () => {
    expect(fencesOf(PAGE)).toEqual([
      { language: 'md', body: '<!-- keys -->\nnot this\n<!-- /keys -->', mark: undefined, line: 3 },
      { language: 'json', body: '{ "a": 1 }', mark: 'example: Thing', line: 16 },
    ])
  })

  test('gives the name in a cell', () => {
    expect(['`a.b`', '[docs/x.md](docs/x.md)', 'plain'].map(plainCell)).toEqual([
      'a.b',
      'docs/x.md',
      'plain',
    ])
  })
})
