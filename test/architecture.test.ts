import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const SRC = fileURLToPath(new URL('../src/', import.meta.url))

/** Path below `src` → its text. */
type Sources = ReadonlyMap<string, string>

/** Folders that are no room, and files at the root; every other folder is a room. */
const PARTS = ['lib', 'contracts', 'store', 'extensions', 'config', 'http', 'mcp', 'cli'] as const
const KERNEL = ['lib', 'contracts', 'store', 'extensions'] as const
const COMPOSITION = ['app', 'services', 'features', 'instance'] as const

/** Who may import whom; a part may always import itself, and `room` stands for any room. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  contracts: [],
  store: ['lib', 'contracts'],
  extensions: ['lib', 'contracts'],
  config: ['contracts', 'lib'],
  log: ['config'],
  'instance-errors': ['contracts'],
  http: ['contracts', 'lib'],
  'mcp/tool': ['contracts', 'lib'],
  compare: [],
  room: [...KERNEL, 'mcp/tool'],
  governance: [...KERNEL, 'compare'],
  features: ['room', 'governance'],
  services: ['room', 'governance', ...KERNEL],
  mcp: ['mcp/tool', 'features', 'services', 'http', ...KERNEL],
  app: [
    'room',
    'governance',
    'features',
    'services',
    'config',
    'http',
    'mcp',
    'mcp/tool',
    ...KERNEL,
  ],
  instance: ['room', 'app', 'services', 'config', 'instance-errors', 'cli', ...KERNEL],
  cli: [
    'room',
    'governance',
    'compare',
    'log',
    'config',
    'http',
    'mcp',
    'instance-errors',
    ...COMPOSITION,
    ...KERNEL,
  ],
}

/** The part that a file belongs to, and which room it is when it is one. */
function partOf(path: string): { readonly part: string; readonly room?: string } {
  const [first = '', second = ''] = path.split('/')
  if (!path.includes('/'))
    return { part: first === 'config.ts' ? 'config' : first.replace(/\.ts$/, '') }
  if (path === 'mcp/tool.ts') return { part: 'mcp/tool' }
  if (first === 'governance') return { part: second === 'compare' ? 'compare' : 'governance' }
  if (PARTS.some((name) => name === first)) return { part: first }
  return { part: 'room', room: first }
}

const IMPORT = /(?:from|import|import\()\s*'(\.[^']+)'/g

/** One sentence for each import that the table does not allow. */
function trespasses(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) =>
    [...text.matchAll(IMPORT)].flatMap(([, target = '']) => {
      const aim = posix.join(posix.dirname(path), target)
      const [from, to] = [partOf(path), partOf(aim)]
      if (from.part === to.part && from.room === to.room) return []
      const allowed = ALLOWED[from.part] ?? []
      if (from.part !== to.part && allowed.includes(to.part)) return []
      return [
        `src/${path} imports src/${aim}: ${nameOf(from)} may import ${allowed.join(', ') || 'nothing of ours'}; hand what it needs in as an argument.`,
      ]
    }),
  )
}

const nameOf = ({ part, room }: ReturnType<typeof partOf>) =>
  room === undefined ? part : `the room ${room}`

function readSources(): Sources {
  const files = readdirSync(SRC, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith('.ts'),
  )
  return new Map(
    files.map((entry) => {
      const file = join(entry.parentPath, entry.name)
      return [relative(SRC, file).split(sep).join('/'), readFileSync(file, 'utf8')]
    }),
  )
}

describe('the import rule', () => {
  test('is kept by every file', () => {
    const sources = readSources()

    expect(trespasses(sources)).toEqual([])
    expect(sources.size).toBeGreaterThan(100)
  })

  test.for([
    [
      'a room that imports another room',
      'search/service.ts',
      '../documents/service.ts',
      'the room search',
    ],
    ['a room that imports HTTP', 'search/routes.ts', '../http/guard.ts', 'the room search'],
    ['a room that imports the app', 'access/service.ts', '../app.ts', 'the room access'],
    [
      'governance that imports a room',
      'governance/check.ts',
      '../documents/service.ts',
      'governance',
    ],
    [
      'a room that imports governance',
      'documents/service.ts',
      '../governance/check.ts',
      'the room documents',
    ],
    [
      'the comparison that imports a gate',
      'governance/compare/openapi.ts',
      '../gates.ts',
      'compare',
    ],
    [
      'the comparison that imports lib',
      'governance/compare/json.ts',
      '../../lib/hash.ts',
      'compare',
    ],
    ['contracts that import lib', 'contracts/catalog.ts', '../lib/hash.ts', 'contracts'],
    ['lib that imports contracts', 'lib/hash.ts', '../contracts/errors.ts', 'lib'],
    ['the store that imports a room', 'store/open.ts', '../documents/schema.ts', 'store'],
    ['HTTP that imports the store', 'http/guard.ts', '../store/store.ts', 'http'],
    ['the app that imports the command line', 'app.ts', './cli/commands.ts', 'app'],
  ] as const)('%s is reported', ([, path, target, who]) => {
    const sources = readSources()
    const line = `import { x } from '${target}'\n`

    const found = trespasses(new Map([...sources, [path, `${sources.get(path) ?? ''}\n${line}`]]))

    const aim = posix.join(dirname(path), target)
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(`src/${path} imports src/${aim}: ${who} may import`)
  })

  test.for([
    ['a type', "import type { X } from '../documents/schema.ts'"],
    ['several lines', "import {\n  x,\n} from '../documents/schema.ts'"],
    ['a later load', "const x = await import('../documents/schema.ts')"],
    ['a re-export', "export { x } from '../documents/schema.ts'"],
    ['a side effect', "import '../documents/schema.ts'"],
  ] as const)('is not evaded by importing %s', ([, line]) => {
    expect(trespasses(new Map([['search/service.ts', line]]))).toHaveLength(1)
  })
})
