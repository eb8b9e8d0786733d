import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { compareVersions } from '../contracts/deprecations.ts'
import { sha256Hex } from '../lib/hash.ts'
import { errors } from './errors.ts'
import type { Baseline } from './facts.ts'
import { SNAPSHOT_PATH } from './projections/snapshot.ts'

const RELEASE_TAG = /^v?\d+\.\d+\.\d+$/

/** What a checkout remembers of its releases; undefined where git does not answer. */
export interface History {
  /** Release tags, oldest first. */
  readonly tags: readonly string[]
  resolve(ref: string): string | undefined
  show(ref: string, path: string): string | undefined
}

/** The git history of the folder, asked offline; undefined when it is no checkout. */
export function openHistory(root: string): History | undefined {
  const git = (...args: readonly string[]): string | undefined => {
    try {
      return execFileSync('git', ['-C', root, ...args], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        maxBuffer: 64 * 1024 * 1024,
      })
    } catch {
      // Not there, no repository, or no such object: the caller says what that means.
      return undefined
    }
  }
  // The prefix is empty at the top only: an archive unpacked inside another repository has no history of its own.
  if (git('rev-parse', '--show-prefix')?.trim() !== '') return undefined
  return {
    tags: (git('tag', '--list') ?? '')
      .split('\n')
      .filter((tag) => RELEASE_TAG.test(tag))
      .sort(compareVersions),
    resolve: (ref) => git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`)?.trim(),
    show: (ref, path) => git('show', `${ref}:${path}`)?.replaceAll('\r\n', '\n'),
  }
}

/**
 * The promise to compare with: what was asked for, else the last release tag, else none before the first one.
 * Throws `baseline_missing` when there is nothing to say which it is, such as a clone without tags of a product
 * that has `earlier` releases.
 */
export function findBaseline(
  history: History | undefined,
  asked: string | undefined,
  earlier: readonly string[] = [],
): Baseline | undefined {
  if (asked === 'none') return undefined
  const ref = asked ?? history?.tags.at(-1)
  if (ref === undefined) {
    if (earlier[0] !== undefined) {
      throw errors.baseline_missing({
        message: `The change log has the release ${earlier[0]}, but this checkout has no release tag. Fetch the tags (git fetch --tags), or name a baseline with --base.`,
      })
    }
    if (history !== undefined) return undefined
    throw errors.baseline_missing({
      message:
        'This is no git checkout, so there is no last release to compare with. Name a snapshot file with --base FILE, or say --base none.',
    })
  }
  const baseline = fromHistory(history, ref) ?? fromFile(ref)
  if (baseline === undefined) {
    throw errors.baseline_missing({
      message: `The baseline ${ref} is neither a commit of this checkout with ${SNAPSHOT_PATH} in it nor an OpenAPI document in JSON. Name another with --base, or say --base none.`,
    })
  }
  return baseline
}

function fromHistory(history: History | undefined, ref: string): Baseline | undefined {
  const sha = history?.resolve(ref)
  if (history === undefined || sha === undefined) return undefined
  const read = (path: string) => history.show(sha, path)
  const snapshot = read(SNAPSHOT_PATH)
  return snapshot === undefined ? undefined : { ref, sha, version: versionOf(snapshot), read }
}

/** A snapshot file alone: what else a release promised is not known then. */
function fromFile(path: string): Baseline | undefined {
  try {
    const text = readFileSync(path, 'utf8')
    const version = versionOf(text)
    return {
      ref: path,
      sha: sha256Hex(text).slice(0, 40),
      version,
      read: (asked) => (asked === SNAPSHOT_PATH ? text : undefined),
    }
  } catch {
    return undefined
  }
}

function versionOf(snapshot: string): string {
  const { info } = JSON.parse(snapshot) as { info?: { version?: unknown } }
  return typeof info?.version === 'string' ? info.version : '0.0.0'
}
