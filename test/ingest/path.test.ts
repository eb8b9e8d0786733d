import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'

test('an imported document says by its metadata which file it was, byte for byte as it was', async () => {
  await using app = await startApp()
  const content = '\uFEFF# Title\r\n\r\nTrailing spaces  \r\n\ttab\r\n'

  const { files } = (
    await app.inject({
      method: 'POST',
      url: '/v1/import',
      payload: { files: [{ path: 'notes/日本/a.md', content }] },
    })
  ).json().data
  const { data } = (await app.inject(`/v1/documents/${files[0].id}`)).json()

  expect(data.metadata).toEqual({ path: 'notes/日本/a.md' })
  expect(data.content).toBe(content)
  expect(data.title).toBe('Title')
})

test('an edit made here is not undone by importing the unchanged file again', async () => {
  await using app = await startApp()
  const send = async (content: string) =>
    (
      await app.inject({
        method: 'POST',
        url: '/v1/import',
        payload: { files: [{ path: 'docs/a.md', content }] },
      })
    ).json().data.files[0]
  const { id } = await send('# A\n\nfrom the file')
  await app.inject({
    method: 'PATCH',
    url: `/v1/documents/${id}`,
    payload: { content: 'edited here' },
  })

  const again = await send('# A\n\nfrom the file')
  const kept = (await app.inject(`/v1/documents/${id}`)).json().data.content
  const changed = await send('# A\n\nthe file has changed')
  const settled = await send('# A\n\nthe file has changed')

  expect([again.outcome, changed.outcome, settled.outcome]).toEqual([
    'unchanged',
    'updated',
    'unchanged',
  ])
  expect(kept).toBe('edited here')
  expect((await app.inject(`/v1/documents/${id}`)).json().data.revision).toBe(2)
})
