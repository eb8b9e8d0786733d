import { afterAll, beforeAll, expect, test } from 'vitest'
import { LOCAL_OWNER } from '../../src/access/service.ts'
import type { Caller } from '../../src/contracts/caller.ts'
import { foldText } from '../../src/lib/fold.ts'
import type { TestApp } from '../support/app.ts'
import { startApp } from '../support/app.ts'

const callerIn = (workspaceId: string): Caller => ({
  principal: LOCAL_OWNER,
  workspaceId,
  origin: 'rest',
  requestId: 'r',
})
const [here, there] = [callerIn('default'), callerIn('other')]

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  await app.store.write(async (tx) => {
    await tx
      .insertInto('workspaces')
      .values({ id: 'other', name: 'Other', settings: '{}', created_at: 0 })
      .execute()
  })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
})

/** Writes a prompt as its room will, with what search reads of it. */
async function addPrompt(
  caller: Caller,
  id: string,
  text: { title: string; description?: string; content: string; archived?: boolean; at?: number },
): Promise<void> {
  const { title, description = '', content, archived = false, at = 1 } = text
  const hash = `hash-${id}`
  await app.store.write(async (tx) => {
    await tx
      .insertInto('blobs')
      .values({ hash, content, bytes: Buffer.byteLength(content), refs: 1 })
      .execute()
    await tx
      .insertInto('prompts')
      .values({
        id,
        workspace_id: caller.workspaceId,
        owner_id: 'o',
        folded: foldText(`${title}\n${description}`),
        title,
        description,
        content_hash: hash,
        parameters: null,
        variables: '[]',
        is_public: 0,
        is_archived: archived ? 1 : 0,
        current_version: 0,
        tags: '["t"]',
        views: 0,
        copies: 0,
        created_at: at,
        updated_at: at,
      })
      .execute()
    await app.store.fullText.put(tx, {
      type: 'prompt',
      id,
      workspaceId: caller.workspaceId,
      title,
      description,
      body: content,
    })
  })
}

async function addCollection(caller: Caller, id: string, name: string, description: string) {
  await app.store.write(async (tx) => {
    await tx
      .insertInto('collections')
      .values({
        id,
        workspace_id: caller.workspaceId,
        owner_id: 'o',
        folded: foldText(`${name}\n${description}`),
        name,
        description,
        color: null,
        icon: null,
        is_public: 0,
        parent_id: null,
        tags: '[]',
        item_count: 0,
        last_activity_at: 1,
        created_at: 1,
        updated_at: 1,
      })
      .execute()
    await tx
      .insertInto('item_tags')
      .values({ item_type: 'collection', item_id: id, tag: 'kept' })
      .execute()
    await app.store.fullText.put(tx, {
      type: 'collection',
      id,
      workspaceId: caller.workspaceId,
      title: name,
      description,
      body: '',
    })
  })
}

const find = async (caller: Caller, q: string, more: Readonly<Record<string, string>> = {}) =>
  (await app.services.search.search(caller, { q, semantic: 'false', ...more })).data

test.for(['w', 'ws', 'wsp', 'wspace secret', '密', '密碼', '%', '_'])(
  'a search for %s finds nothing of another workspace',
  async (q) => {
    const content = 'wspace secret 密碼 100% _'
    for (let at = 0; at < 3; at += 1) {
      await app.services.documents.create(there, { title: `There ${q} ${at}`, content })
    }
    const { body } = await app.services.documents.create(here, { title: 'Here', content })
    const { id } = (body as { data: { id: string } }).data

    const mine = (await find(here, q)).documents.map(({ documentId }) => documentId)
    const theirs = (await find(there, q)).documents

    expect(mine).toContain(id)
    expect(theirs.every(({ title }) => title.startsWith('There'))).toBe(true)
    expect((await find(here, q)).documents.every(({ title }) => title === 'Here')).toBe(true)
    expect((await find(callerIn('nowhere'), q)).documents).toEqual([])
  },
)

test('a prompt is found by title, description and text, and shown by what it says of itself', async () => {
  await addPrompt(here, 'k57a', {
    title: 'Zebra review',
    description: 'Looks for stripes',
    content: 'x',
    at: 1,
  })
  await addPrompt(here, 'k57b', { title: 'Other', content: 'Count every zebra twice', at: 2 })
  await addPrompt(here, 'k57c', { title: 'Zebra gone', content: 'x', archived: true })
  await addPrompt(there, 'k57d', { title: 'Zebra there', content: 'zebra' })

  const { prompts, documents } = await find(here, 'zebra', { type: 'prompts' })

  expect(prompts).toEqual([
    { promptId: 'k57a', title: 'Zebra review', description: 'Looks for stripes', tags: ['t'] },
    {
      promptId: 'k57b',
      title: 'Other',
      description: '',
      tags: ['t'],
      highlight: 'Count every zebra twice',
    },
  ])
  expect(documents).toEqual([])
  expect((await find(here, 'STRIPES')).prompts.map(({ promptId }) => promptId)).toEqual(['k57a'])
})

test('a collection is found by name and description, within the tags that are asked for', async () => {
  await addCollection(here, 'col_a', 'Okapi notes', 'About forests')
  await addCollection(here, 'col_b', 'Plain', 'Where the okapi lives')
  await addCollection(there, 'col_c', 'Okapi there', '')

  const { collections } = await find(here, 'okapi', { type: 'collections', tags: 'kept' })

  expect(collections).toEqual([
    { collectionId: 'col_a', name: 'Okapi notes', description: 'About forests', tags: [] },
    { collectionId: 'col_b', name: 'Plain', description: 'Where the okapi lives', tags: [] },
  ])
  expect((await find(here, 'okapi', { tags: 'lost' })).collections).toEqual([])
})

test('the same question gets the same bytes, also where nothing but the id tells items apart', async () => {
  for (let at = 0; at < 20; at += 1) {
    await app.services.documents.create(here, { title: 'Twin lynx', content: 'lynx' })
  }

  const answers = await Promise.all(
    Array.from({ length: 5 }, async () => JSON.stringify(await find(here, 'lynx'))),
  )

  expect(new Set(answers).size).toBe(1)
  const ids = (await find(here, 'lynx')).documents.map(({ documentId }) => documentId)
  expect(ids).toEqual([...ids].sort())
})

test('what holds the text in its title and in its body is one hit, a title match', async () => {
  await app.services.documents.create(here, { title: 'A quokka', content: 'quokka, quokka' })

  const { documents } = await find(here, 'quokka')

  expect(documents.map(({ title, highlight }) => [title, highlight])).toEqual([
    ['A quokka', undefined],
  ])
})
