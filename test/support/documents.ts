import type { TestApp } from './app.ts'

export interface Ack {
  readonly id: string
  readonly title: string
  readonly revision: number
  readonly currentVersion: number
  readonly contentHash: string
  readonly lastChangedAt: number
  readonly noop: boolean
}

/** Creates a document and returns its acknowledgement and validator. */
export async function createDocument(
  app: TestApp,
  body: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Ack & { readonly etag: string; readonly url: string }> {
  const reply = await app.inject({
    method: 'POST',
    url: '/v1/documents',
    headers,
    payload: { title: 'Guide', content: '# Guide\n\nFirst words.', ...body },
  })
  if (reply.statusCode !== 201) throw new Error(`not created: ${reply.body}`)
  const { data } = reply.json() as { data: Ack }
  return { ...data, etag: String(reply.headers.etag), url: `/v1/documents/${data.id}` }
}
