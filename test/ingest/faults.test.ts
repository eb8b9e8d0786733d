import { expect, test } from 'vitest'
import { LOCAL_OWNER } from '../../src/access/service.ts'
import { coreErrors } from '../../src/contracts/errors.ts'
import { defaultLimits } from '../../src/contracts/limits.ts'
import { ImportService } from '../../src/ingest/service.ts'

const caller = {
  principal: LOCAL_OWNER,
  workspaceId: 'default',
  origin: 'rest',
  requestId: 'r',
} as const

/** A store that takes `content`s for a while; which of them it has kept is in `kept`. */
function importInto(create: (content: string) => Promise<void>) {
  const kept: string[] = []
  const service = new ImportService({
    limits: defaultLimits(),
    documents: {
      findByPath: async () => undefined,
      create: async (_caller, { content }) => {
        await create(content)
        kept.push(content)
        return `d_${kept.length}`
      },
      update: async () => {},
    },
  })
  const files = ['one', 'two', 'three'].map((content) => ({ path: `${content}.md`, content }))
  return { kept, run: () => service.import(caller, { files }) }
}

test('when the disk fills up in the middle, the answer says which files were kept and which were not', async () => {
  const { kept, run } = importInto(async (content) => {
    if (content === 'two') throw coreErrors.storage_full()
  })

  const files = await run()

  expect(kept).toEqual(['one', 'three'])
  expect(files.map(({ path, outcome, reason }) => [path, outcome, reason])).toEqual([
    ['one.md', 'created', undefined],
    ['two.md', 'failed', 'storage_full'],
    ['three.md', 'created', undefined],
  ])
  expect(files[1]?.message).not.toContain('Nothing of this request was kept')
})

test('a store that takes nothing answers for the whole request', async () => {
  const { kept, run } = importInto(async () => {
    throw coreErrors.storage_full()
  })

  await expect(run()).rejects.toMatchObject({ reason: 'storage_full', status: 507 })
  expect(kept).toEqual([])
})

test('a bug is reported as one, after every other file has been dealt with', async () => {
  const { kept, run } = importInto(async (content) => {
    if (content === 'one') throw new TypeError('a bug')
    await new Promise((resolve) => setTimeout(resolve, 5))
  })

  await expect(run()).rejects.toThrow('a bug')
  expect(kept).toEqual(['two', 'three'])
})
