import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:http'

/** A server that answers everything in one way, and where it is. */
export async function answering(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
