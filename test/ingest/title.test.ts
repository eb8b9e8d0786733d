import { expect, test } from 'vitest'
import { titleOf } from '../../src/ingest/title.ts'

const title = (content: string, path = 'notes/file-name.md') => titleOf(path, content, 512)

test.for([
  ['plain', '---\ntitle: A plain title\n---\n# Heading', 'A plain title'],
  ['double-quoted', '---\ntitle: "Quoted: yes"\n---\n', 'Quoted: yes'],
  ['with an escape', '---\ntitle: "Say \\"hi\\""\n---\n', 'Say "hi"'],
  ['single-quoted', "---\ntitle: 'It''s here'\n---\n", "It's here"],
  ['quoted with a comment', '---\ntitle: "Real" # draft\n---\n', 'Real'],
  ['plain with a comment', '---\ntitle: Real # draft\n---\n', 'Real'],
  ['with a colon, which YAML refuses', '---\ntitle: Part 1: Start\n---\n', 'Part 1: Start'],
  ['a number', '---\ntitle: 2026\n---\n', '2026'],
  ['folded', '---\ntitle: >-\n  Over two\n  lines\nx: y\n---\n', 'Over two lines'],
  ['after other keys', '---\ntags: [a]\ntitle: Late\n---\n', 'Late'],
  ['blank', '---\ntitle: ""\n---\n# Heading', 'Heading'],
  ['null', '---\ntitle: ~\n---\n# Heading', 'Heading'],
  ['a list', '---\ntitle: [a, b]\n---\n# Heading', 'Heading'],
  ['after a BOM', '\uFEFF---\ntitle: Marked\n---\n', 'Marked'],
  ['with CRLF', '---\r\ntitle: Windows\r\n---\r\n', 'Windows'],
  ['between marks that trail spaces', '--- \ntitle: Spaced\n---\t\n', 'Spaced'],
  ['ended by dots', '---\ntitle: Dots\n...\n# Heading', 'Dots'],
  ['never ended', '---\ntitle: Not front matter\n\n# Heading', 'Heading'],
] as const)('a front matter title %s is read', ([, content, expected]) => {
  expect(title(content)).toBe(expected)
})

test.for([
  ['one mark', '# One', 'One'],
  ['six marks', '###### Six', 'Six'],
  ['closing marks', '# Closed ##', 'Closed'],
  ['a mark of its own at the end', '# C#', 'C#'],
  ['a tab', '#\tTab', 'Tab'],
  ['indentation', '   # In', 'In'],
  ['CRLF', 'x\r\n\r\n# Windows\r\nx', 'Windows'],
  ['an underline', 'Under\n=====\n', 'Under'],
  ['an underline of dashes', 'Under\n---\n', 'Under'],
  ['an underline beneath two lines', 'Two\nlines\n===\n', 'Two lines'],
  ['text of no Latin letters', '# 日本語の題名', '日本語の題名'],
  ['code in it', '# Use `x`', 'Use `x`'],
] as const)('a heading with %s is the title', ([, content, expected]) => {
  expect(title(content)).toBe(expected)
})

test.for([
  ['in a fence', '```sh\n# no\n```\n\n# Yes', 'Yes'],
  ['in a fence of tildes that holds the other kind', '~~~\n```\n# no\n~~~\n# Yes', 'Yes'],
  ['in a longer fence', '````\n```\n# no\n````\n# Yes', 'Yes'],
  ['after a fence mark with a language, which ends none', '```\n```js\n# no\n```\n# Yes', 'Yes'],
  ['in a fence that never ends', '```\n# no', 'file-name'],
  ['in an indented block', '    # no\n\n# Yes', 'Yes'],
  ['in a comment', '<!--\n# no\n-->\n# Yes', 'Yes'],
  ['without a space, which makes a tag', '#tag\n\n# Yes', 'Yes'],
  ['with seven marks', '####### no\n\n# Yes', 'Yes'],
  ['without text', '#\n\n# Yes', 'Yes'],
  ['that is a list above a rule', '- no\n---\n# Yes', 'Yes'],
  ['that is a quotation above a rule', '> no\n---\n# Yes', 'Yes'],
  ['that is a rule above a rule', '***\n---\n# Yes', 'Yes'],
] as const)('what looks like a heading %s is none', ([, content, expected]) => {
  expect(title(content)).toBe(expected)
})

test('three backticks with more on the line are code in a sentence, not a fence', () => {
  expect(title('```x``` is code\n\n# Yes')).toBe('Yes')
})

test.for([
  ['a/b.md', 'no heading', 'b'],
  ['a/b.c.md', '', 'b.c'],
  ['.md', '', '.md'],
  ['a/plain.txt', '# Not Markdown', 'plain'],
  ['a/   .md', 'x', '   .md'],
])(
  'without a title of its own %s is called after the file',
  ([path = '', content = '', expected]) => {
    expect(title(content, path)).toBe(expected)
  },
)

test('a long title is cut at the limit, never inside a character', () => {
  const cut = titleOf('a.md', `# ${'😀'.repeat(600)}`, 512)

  expect(cut).toBe('😀'.repeat(512))
})

test.for([
  ['spaces in a heading', `# ${' '.repeat(300_000)}x`],
  ['marks in a heading', `# ${'a ## '.repeat(100_000)}x`],
  ['spaces in a front matter title', `---\ntitle: ${' "'.repeat(200_000)}\n---\n# H`],
  ['fence marks', `${'`'.repeat(500_000)}\n# H`],
  ['lines', '---\n'.repeat(300_000)],
])('half a million %s take no time to speak of', ([, content = '']) => {
  const start = performance.now()

  title(content)

  expect(performance.now() - start).toBeLessThan(500)
})
