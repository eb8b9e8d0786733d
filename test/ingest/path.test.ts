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
