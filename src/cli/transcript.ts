import { isOpen } from '../app.ts'
import type { LoadedConfig } from '../config.ts'
import type { CapabilitiesDocument } from '../contracts/capabilities.ts'
import { VERSION } from '../contracts/version.ts'
import { FEATURES } from '../features.ts'
import { scrub } from '../log.ts'
import type { Call } from './connect.ts'
import { bodyOf } from './reply.ts'
import { table, wrap } from './table.ts'

interface Started {
  readonly loaded: LoadedConfig
  readonly url: string
  readonly call: Call
}

/** What `serve` says when it listens: where things are, what is on, what is off and why, what to try. */
export async function transcript({ loaded, url, call }: Started): Promise<string[]> {
  const { config, file } = loaded
  // The body of this route is held to this type by its schema.
  const document = bodyOf(await call('GET', '/v1/capabilities')) as CapabilitiesDocument
  return [
    `Lectern ${VERSION} listens on ${url}`,
    '',
    ...table(
      [
        ['Data', config.dataDir],
        [
          'Store',
          config.store === 'sqlite:' ? 'SQLite in the data directory' : scrub(config.store),
        ],
        ['Settings', file ?? 'defaults; lectern.toml in the data directory would be read'],
        ['API', `${url}/v1`],
        ['Capabilities', `${url}/v1/capabilities`],
        ['Reference', `${url}/docs`],
        ['Health', `${url}/health/ready`],
      ],
      '  ',
    ),
    '',
    'On',
    ...FEATURES.map(({ title }) => `  ${title}`),
    ...(isOpen(config) ? [] : ['  A key is asked of every caller']),
    '',
    'Off',
    ...offOf(loaded, document).flatMap((sentence) =>
      wrap(sentence, 92).map((line, index) => (index === 0 ? `  ${line}` : `    ${line}`)),
    ),
    '',
    'Next',
    `  ${nextStep(loaded)}`,
    '  Stop with Ctrl+C.',
  ]
}

function offOf({ config }: LoadedConfig, { features }: CapabilitiesDocument): string[] {
  const missing = Object.keys(features).filter((flag) => features[flag] === false)
  return [
    ...(isOpen(config)
      ? [
          'Keys: only this machine reaches the server, so its owner needs none (--require-auth asks for one).',
        ]
      : []),
    ...(config.allowedOrigins.length === 0
      ? ['Web pages of other origins: none is let in (--allowed-origin adds one).']
      : []),
    ...(missing.length === 0 ? [] : [`Not in this build: ${missing.join(', ')}.`]),
  ]
}

const nextStep = ({ config, origins }: LoadedConfig): string =>
  [
    'lectern import',
    ...(origins.has('dataDir') ? ['--data', shellWord(config.dataDir)] : []),
    'docs',
  ].join(' ')

const shellWord = (text: string): string =>
  /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
