import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'

interface Version {
  readonly version: number
  readonly content: string
  readonly temperature: number | undefined
}

const content = fc
  .oneof(fc.constantFrom('a', 'b', '', '🚀'.repeat(201), 'x'.repeat(200)), fc.string())
  .map((text) => text.replaceAll('\0', ''))
const temperature = fc.constantFrom(0, 0.5, 1)
const step = fc.oneof(
  fc.record({ kind: fc.constant('content' as const), content }),
  fc.record({ kind: fc.constant('parameters' as const), temperature }),
  fc.record({ kind: fc.constant('title' as const), title: fc.constantFrom('One', 'Two') }),
  fc.record({ kind: fc.constant('restore' as const), pick: fc.nat() }),
)

const preview = (text: string): string => {
  const points = Array.from(text)
  return points.length > 200 ? `${points.slice(0, 200).join('')}...` : text
}

test('whatever is done to a prompt, its versions are those that a list kept by hand holds', async () => {
  await using app = await startApp()

  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const created = await app.inject({
        method: 'POST',
        url: '/v1/prompts',
        payload: { title: 'One', description: '', content: 'first' },
      })
      const url = `/v1/prompts/${created.json().data.id}`
      let title = 'One'
      let now: Version = { version: 0, content: 'first', temperature: undefined }
      const kept = [now]
      const keep = (next: Omit<Version, 'version'>) => {
        now = { ...next, version: kept.length }
        kept.push(now)
      }

      for (const taken of steps) {
        if (taken.kind === 'restore') {
          const history = (await app.inject(`${url}/versions`)).json().data
          const version = kept[taken.pick % kept.length] ?? now
          const { id } = history[history.length - 1 - version.version]
          const reply = await app.inject({
            method: 'POST',
            url: `${url}/restore`,
            payload: { versionId: id },
          })
          keep(version)
          expect(reply.json().data).toMatchObject({ currentVersion: now.version, title })
          continue
        }
        const { kind, ...change } = taken
        const payload = kind === 'parameters' ? { parameters: change } : change
        await app.inject({ method: 'PATCH', url, payload })
        if (kind === 'title') title = taken.title
        if (kind === 'parameters') keep({ ...now, temperature: taken.temperature })
        if (kind === 'content' && taken.content !== '') keep({ ...now, content: taken.content })
      }

      const { data } = (await app.inject(url)).json()
      const history = (await app.inject(`${url}/versions`)).json().data
      expect([data.title, data.currentVersion, data.content, data.parameters?.temperature]).toEqual(
        [title, now.version, now.content, now.temperature],
      )
      expect(history.map(({ version, content }: Version) => [version, content])).toEqual(
        kept.map((version) => [version.version, preview(version.content)]).reverse(),
      )
      await app.inject({ method: 'DELETE', url })
    }),
    { numRuns: 40, seed: 7 },
  )

  expect(await app.store.read.selectFrom('blobs').select('hash').execute()).toEqual([])
  expect(await app.store.read.selectFrom('prompt_versions').select('id').execute()).toEqual([])
})
