import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { dataOf, Id } from '../contracts/wire.ts'
import { refuseReceiptKey } from '../store/receipts.ts'
import { ApiKey, CreateApiKey, Me, NewApiKey } from './schema.ts'
import type { AccessService } from './service.ts'

const keyParams = Type.Object({ id: Id })

/** `GET /v1/user/me` and the management of keys. */
export const accessRoutes =
  (access: AccessService): FastifyPluginAsyncTypebox =>
  async (app) => {
    // A receipt would keep the secret of a key.
    app.addHook('preHandler', async (request) => refuseReceiptKey(request.headers))
    app.get(
      '/v1/user/me',
      {
        config: { capability: 'access.whoami' },
        schema: {
          operationId: 'getMe',
          tags: ['access'],
          summary: 'Who the caller is and what it may do',
          response: { 200: dataOf(Me) },
        },
      },
      async (request) => ({ data: access.whoami(request.caller) }),
    )
    app.get(
      '/v1/keys',
      {
        config: { capability: 'access.keys' },
        schema: {
          operationId: 'listKeys',
          tags: ['access'],
          summary: 'List keys, newest first, without their secrets',
          response: { 200: dataOf(Type.Array(ApiKey)) },
        },
      },
      async () => ({ data: await access.list() }),
    )
    app.post(
      '/v1/keys',
      {
        config: { capability: 'access.keys' },
        schema: {
          operationId: 'createKey',
          tags: ['access'],
          summary: 'Create a key; its secret is shown once',
          body: CreateApiKey,
          response: { 201: dataOf(NewApiKey) },
        },
      },
      async (request, reply) => {
        const created = await access.create(request.caller, request.body)
        return reply.code(201).send({ data: created })
      },
    )
    app.delete(
      '/v1/keys/:id',
      {
        config: { capability: 'access.keys' },
        schema: {
          operationId: 'revokeKey',
          tags: ['access'],
          summary: 'Revoke a key at once and for good',
          params: keyParams,
          response: { 200: dataOf(ApiKey) },
        },
      },
      async (request) => ({ data: await access.revoke(request.params.id) }),
    )
    app.post(
      '/v1/keys/:id/rotate',
      {
        config: { capability: 'access.keys' },
        schema: {
          operationId: 'rotateKey',
          tags: ['access'],
          summary: 'Give a key a new secret; the old one stops working at once',
          params: keyParams,
          response: { 200: dataOf(NewApiKey) },
        },
      },
      async (request) => ({ data: await access.rotate(request.params.id) }),
    )
  }
