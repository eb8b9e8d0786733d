import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText } from '../../src/lib/fold.ts'
import { openStore } from '../../src/store/open.ts'
import type { ItemType } from '../../src/store/store.ts'
import { tempDir, testClock } from '../support/app.ts'

const word = fc.constantFrom('abc', 'abcd', 'bcd', 'A"B*C', 'straße', 'NOT OR', '🚀🚀🚀', 'x')
const item = fc.record({
  type: fc.constantFrom<ItemType>('document', 'prompt'),
  id: fc.constantFrom('one', 'two', 'three'),
  workspaceId: fc.constantFrom('default', 'other'),
})
const step = fc.record({
  item,
  text: fc.option(fc.tuple(word, word)),
  fails: fc.boolean(),
})

test('the index holds what the last kept write said of each item, in whatever batches writes came and failed', async () => {
  using dir = tempDir()
  const store = await openStore({ dataDir: dir.path, url: 'sqlite:', clock: testClock() })
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { maxLength: 6 }),
        async (batches) => {
          const model = new Map<string, { workspaceId: string; folded: string; type: ItemType }>()
          for (const batch of batches) {
            const outcomes = batch.map(({ item: { type, id, workspaceId }, text, fails }) => {
              // An item stays in its workspace as long as it is there.
              const home = model.get(`${type}/${id}`)?.workspaceId ?? workspaceId
              if (!fails) {
                if (text === null) model.delete(`${type}/${id}`)
                else {
                  const folded = foldText(`${text[0]}\n\n${text[1]}`)
                  model.set(`${type}/${id}`, { workspaceId: home, folded, type })
                }
              }
              return store.write(async (tx) => {
                if (text === null) await store.fullText.remove(tx, type, id)
                else {
                  const [title, body] = text
                  await store.fullText.put(tx, {
                    type,
                    id,
                    workspaceId: home,
                    title,
                    description: '',
                    body,
                  })
                }
                if (fails) throw new Error('no')
              })
            })
            await Promise.allSettled(outcomes)
          }
          for (const needle of ['abc', 'bcd', 'a"b', 't o', '🚀🚀🚀', 'ass', 'zzz', 'x']) {
            for (const type of ['document', 'prompt'] as const) {
              for (const workspaceId of ['default', 'other']) {
                const found = await store.fullText.candidates(store.read, {
                  needle,
                  type,
                  workspaceId,
                })
                const expected = [...model]
                  .filter(([, kept]) => kept.type === type && kept.workspaceId === workspaceId)
                  .filter(([, { folded }]) => [...needle].length < 3 || folded.includes(needle))
                  .map(([key]) => key.split('/')[1])
                expect([...found].sort()).toEqual(expected.sort())
              }
            }
          }
          for (const key of model.keys()) {
            const [type, id] = key.split('/')
            // Both halves of the key were made from these very types above.
            await store.write((tx) => store.fullText.remove(tx, type as ItemType, id as string))
          }
        },
      ),
      { numRuns: 60, seed: 11 },
    )
  } finally {
    await store.close()
  }
})
