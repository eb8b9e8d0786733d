import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { Deleted, dataOf, Id, WriteHeaders } from '../contracts/wire.ts'
import { sendReply } from '../lib/send-reply.ts'
import {
  Collection,
  CollectionItemPage,
  CollectionPage,
  CollectionQuery,
  CreateCollection,
  ItemsAdded,
  ItemsQuery,
  ItemsRemoved,
  ItemsRequest,
  PatchCollection,
} from './schema.ts'
import type { CollectionsService } from './service.ts'

const params = Type.Object({ id: Id })
const tags = ['collections']

/** Everything under `/v1/collections`. */
export const collectionsRoutes =
  (collections: CollectionsService): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/v1/collections',
      {
        config: { capability: 'collections.list' },
        schema: {
          operationId: 'listCollections',
          tags,
          summary: 'List collections, newest first',
          querystring: CollectionQuery,
          response: { 200: CollectionPage },
        },
      },
      async (request) => collections.list(request.caller, request.query),
    )
    app.post(
      '/v1/collections',
      {
        config: { capability: 'collections.create' },
        schema: {
          operationId: 'createCollection',
          tags,
          summary: 'Create a collection',
          headers: WriteHeaders,
          body: CreateCollection,
          response: { 201: dataOf(Collection) },
        },
      },
      async (request, reply) => {
        const key = request.headers['idempotency-key']
        return sendReply(reply, await collections.create(request.caller, request.body, key))
      },
    )
    app.get(
      '/v1/collections/:id',
      {
        config: { capability: 'collections.read' },
        schema: {
          operationId: 'getCollection',
          tags,
          summary: 'Read one collection',
          params,
          response: { 200: dataOf(Collection) },
        },
      },
      async (request) => ({ data: await collections.read(request.caller, request.params.id) }),
    )
    app.patch(
      '/v1/collections/:id',
      {
        config: { capability: 'collections.update' },
        schema: {
          operationId: 'updateCollection',
          tags,
          summary: 'Change a collection',
          params,
          headers: WriteHeaders,
          body: PatchCollection,
          response: { 200: dataOf(Collection) },
        },
      },
      async (request, reply) => {
        const key = request.headers['idempotency-key']
        const { id } = request.params
        return sendReply(reply, await collections.update(request.caller, id, request.body, key))
      },
    )
    app.delete(
      '/v1/collections/:id',
      {
        config: { capability: 'collections.delete' },
        schema: {
          operationId: 'deleteCollection',
          tags,
          summary: 'Delete a collection; its items stay',
          params,
          headers: WriteHeaders,
          response: { 200: Deleted },
        },
      },
      async (request, reply) => {
        const key = request.headers['idempotency-key']
        return sendReply(reply, await collections.remove(request.caller, request.params.id, key))
      },
    )
    app.get(
      '/v1/collections/:id/items',
      {
        config: { capability: 'collections.items' },
        schema: {
          operationId: 'listCollectionItems',
          tags,
          summary: 'The items of a collection, last added first',
          params,
          querystring: ItemsQuery,
          response: { 200: CollectionItemPage },
        },
      },
      async (request) => collections.items(request.caller, request.params.id, request.query),
    )
    app.post(
      '/v1/collections/:id/items',
      {
        config: { capability: 'collections.arrange' },
        schema: {
          operationId: 'addCollectionItems',
          tags,
          summary: 'Add items, all of them or none',
          params,
          headers: WriteHeaders,
          body: ItemsRequest,
          response: { 200: dataOf(ItemsAdded) },
        },
      },
      async (request, reply) => {
        const key = request.headers['idempotency-key']
        const { id } = request.params
        return sendReply(reply, await collections.add(request.caller, id, request.body, key))
      },
    )
    app.put(
      '/v1/collections/:id/items',
      {
        config: { capability: 'collections.arrange' },
        schema: {
          operationId: 'removeCollectionItems',
          tags,
          summary: 'Take items out of the collection; they stay where they are',
          params,
          headers: WriteHeaders,
          body: ItemsRequest,
          response: { 200: dataOf(ItemsRemoved) },
        },
      },
      async (request, reply) => {
        const key = request.headers['idempotency-key']
        const { id } = request.params
        return sendReply(reply, await collections.take(request.caller, id, request.body, key))
      },
    )
  }
