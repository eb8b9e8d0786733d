import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TSchema } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import { describe, expect, test, vi } from 'vitest'
import type { Invocation, Run } from '../../src/cli/command.ts'
import { run as check } from '../../src/cli/commands/check.ts'
import { run as accept } from '../../src/cli/commands/check-accept.ts'
import { run as diff } from '../../src/cli/commands/check-diff.ts'
import { toCliError } from '../../src/cli/errors.ts'
import { AcceptOutput, CheckOutput, DiffOutput } from '../../src/governance/schema.ts'

interface Outcome {
  readonly stdout: string
  readonly exitCode: number
  readonly reason: string | undefined
}

/** Calls a command as the command line does and keeps what it writes. */
async function call(run: Run, invocation: Partial<Invocation>): Promise<Outcome> {
  let stdout = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    stdout += String(chunk)
    return true
  })
  try {
    await run({
      operands: [],
      options: {},
      json: false,
      env: {},
      cwd: process.cwd(),
      ...invocation,
    })
    return { stdout, exitCode: 0, reason: undefined }
  } catch (thrown) {
    const { exitCode, reason } = toCliError(thrown)
    return { stdout, exitCode, reason }
  } finally {
    spy.mockRestore()
  }
}

const problems = (schema: TSchema, text: string): string => {
  const ajv = new Ajv({ strict: false })
  ajv.validate(schema, JSON.parse(text))
  return ajv.errorsText()
}

const api = (version: string, paths: object) =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version }, paths })

const BASE = api('1', { '/a': { get: { responses: { 204: { description: 'Done' } } } } })

describe('lectern check', () => {
  test('passes on this checkout within three seconds', { retry: 2 }, async () => {
    const started = performance.now()

    const { exitCode, stdout } = await call(check, { options: { base: 'none' } })

    expect(stdout).toMatch(/0 errors, 0 warnings, \d+ for information; baseline none\n$/)
    expect(exitCode).toBe(0)
    expect(performance.now() - started).toBeLessThan(3000)
  })

  test('writes one document that fits its schema', async () => {
    const { stdout } = await call(check, { options: { base: 'none' }, json: true })

    expect(problems(CheckOutput, stdout)).toBe('No errors')
  })

  test.for([
    ['github', /^::notice file=/],
    ['sarif', /^\{\n {2}"\$schema"/],
    ['junit', /^<\?xml/],
    ['json', /^\{\n {2}"schemaVersion": "lectern.check.v1"/],
  ] as const)('writes %s', async ([format, form]) => {
    const { stdout } = await call(check, { options: { base: 'none', format } })

    expect(stdout).toMatch(form)
  })

  test.for([
    ['a format that there is not', { format: 'html' }, false, 2, 'invalid-argument'],
    ['two formats at once', { format: 'sarif' }, true, 2, 'invalid-argument'],
    ['a baseline that is not there', { base: 'v7.7.7' }, false, 3, 'baseline-missing'],
  ] as const)('%s is refused', async ([, options, json, exitCode, reason]) => {
    const outcome = await call(check, { options, json })

    expect(outcome).toEqual({ stdout: '', exitCode, reason })
  })
})

describe('lectern check accept', () => {
  test.for([
    ['without a reason', {}, {}, 'invalid-argument'],
    ['with a blank reason', { reason: '  ' }, {}, 'invalid-argument'],
    ['in CI', { reason: 'x', base: 'none' }, { CI: 'true' }, 'accept-in-ci'],
  ] as const)('is refused %s', async ([, options, env, reason]) => {
    const outcome = await call(accept, { options, env })

    expect(outcome).toEqual({ stdout: '', exitCode: 2, reason })
  })

  test('has a schema for its document', () => {
    const document = {
      schemaVersion: 'lectern.check-accept.v1',
      accepted: true,
      files: ['openapi-v1.snapshot.json'],
      findings: [{ rule: 'a', severity: 'info', subject: 'b', message: 'c' }],
    }

    expect(problems(AcceptOutput, JSON.stringify(document))).toBe('No errors')
  })
})

describe('lectern check diff', () => {
  const withFiles = async (revision: string, json: boolean, allow?: string): Promise<Outcome> => {
    const cwd = mkdtempSync(join(tmpdir(), 'lectern-test-'))
    try {
      writeFileSync(join(cwd, 'base.json'), BASE)
      writeFileSync(join(cwd, 'revision.json'), revision)
      if (allow !== undefined) writeFileSync(join(cwd, 'allow.toml'), allow)
      const options = allow === undefined ? {} : { allow: 'allow.toml' }
      return await call(diff, { operands: ['base.json', 'revision.json'], options, json, cwd })
    } finally {
      rmSync(cwd, { recursive: true, force: true })
    }
  }

  test('passes on an addition and fails on a removal', async () => {
    const removed = await withFiles(api('2', {}), false)
    const same = await withFiles(BASE, false)

    expect(removed).toMatchObject({ exitCode: 1, reason: 'policy-failed' })
    expect(removed.stdout).toMatch(/^breaking operation-removed GET \/a: .* \[[0-9a-f]+\]\n/)
    expect(same).toMatchObject({ exitCode: 0 })
    expect(same.stdout).toMatch(/^compared 1 operations/)
  })

  test('writes one document that fits its schema', async () => {
    const { stdout } = await withFiles(api('2', {}), true)

    expect(problems(DiffOutput, stdout)).toBe('No errors')
  })

  test('passes on a finding that is allowed, and not on an allowance that is over or unused', async () => {
    const first = await withFiles(api('2', {}), true)
    const [finding] = (JSON.parse(first.stdout) as { findings: { fingerprint: string }[] }).findings
    const row = (fingerprint: string, expires: string) =>
      `[[allow]]\nfingerprint = "${fingerprint}"\nreason = "nobody calls it"\nexpires = ${expires}\n`
    const known = finding?.fingerprint ?? ''

    const allowed = await withFiles(api('2', {}), false, row(known, '2999-01-01'))
    const over = await withFiles(api('2', {}), false, row(known, '2020-01-01'))
    const unused = await withFiles(BASE, false, row('abc123', '2999-01-01'))
    const damaged = await withFiles(BASE, false, '[[allow]]\nfingerprint = "abc123"\n')

    expect(allowed).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^allowed oper/) })
    expect(over).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('ended on 2020-') })
    expect(unused).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('matches no') })
    expect(damaged).toMatchObject({ exitCode: 4, reason: 'document-not-parsed' })
  })

  test.for([
    ['a file that is not there', ['nowhere.json', 'nowhere.json'], 3, 'document-unreadable'],
    ['a folder', ['.', '.'], 3, 'document-unreadable'],
  ] as const)('%s is refused', async ([, operands, exitCode, reason]) => {
    const outcome = await call(diff, { operands })

    expect(outcome).toEqual({ stdout: '', exitCode, reason })
  })
})
