/** The part of a Fastify reply that a prepared answer needs. */
interface Sender {
  code(status: number): unknown
  headers(headers: Readonly<Record<string, string>>): unknown
}

/** Sets status and headers of an answer that a service has made, and gives its body to the route to return. */
export function sendReply(
  reply: Sender,
  {
    status,
    headers,
    body,
  }: { status: number; headers: Readonly<Record<string, string>>; body: unknown },
): never {
  reply.code(status)
  reply.headers(headers)
  // Receipts keep bodies whatever their shape; the tests hold every reply to its route's schema.
  return body as never
}
