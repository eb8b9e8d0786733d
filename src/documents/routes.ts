import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { Deleted, dataOf, Id, QueryBoolean, WriteHeaders } from '../contracts/wire.ts'
import { sendReply } from '../lib/send-reply.ts'
import { absenceFirst } from './absence.ts'
import type { Editing } from './editing.ts'
import { isFresh, stateHeaders } from './etag.ts'
import type { Leases } from './leases.ts'
import type { WriteConditions } from './preconditions.ts'
import {
  Coordination,
  CreateDocument,
  DocumentAck,
  DocumentDetail,
  DocumentPage,
  HistoryPage,
  HistoryQuery,
  LeaseGranted,
  LeaseReleased,
  LeaseRequest,
  ListQuery,
  PatchDocument,
  RestoreDocument,
} from './schema.ts'
import type { DocumentsService } from './service.ts'

export interface DocumentsRoutesDeps {
  readonly documents: DocumentsService
  readonly editing: Editing
  readonly leases: Leases
}

const params = Type.Object({ id: Id })
const tags = ['documents']

const conditionsOf = (headers: WriteHeaders): WriteConditions => ({
  ifMatch: headers['if-match'],
  idempotencyKey: headers['idempotency-key'],
  leaseId: headers['x-contextrepo-lease-id'],
  leaseFence: headers['x-contextrepo-lease-fence'],
})

/** Everything under `/v1/documents`. */
export const documentsRoutes =
  ({ documents, editing, leases }: DocumentsRoutesDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.setErrorHandler(absenceFirst(documents))
    app.get(
      '/v1/documents',
      {
        config: { capability: 'documents.list' },
        schema: {
          operationId: 'listDocuments',
          tags,
          summary: 'List documents, newest first',
          querystring: ListQuery,
          response: { 200: DocumentPage },
        },
      },
      async (request) => documents.list(request.caller, request.query),
    )
    app.post(
      '/v1/documents',
      {
        config: { capability: 'documents.create' },
        schema: {
          operationId: 'createDocument',
          tags,
          summary: 'Create a document',
          headers: WriteHeaders,
          body: CreateDocument,
          response: { 201: dataOf(DocumentAck) },
        },
      },
      async (request, reply) => {
        const key = request.headers['idempotency-key']
        return sendReply(reply, await documents.create(request.caller, request.body, key))
      },
    )
    app.get(
      '/v1/documents/:id',
      {
        config: { capability: 'documents.read' },
        schema: {
          operationId: 'getDocument',
          tags,
          summary: 'Read one document',
          params,
          querystring: Type.Object({ includeContent: Type.Optional(QueryBoolean) }),
          response: { 200: dataOf(DocumentDetail), 304: Type.Null() },
        },
      },
      async (request, reply) => {
        const data = await documents.read(
          request.caller,
          request.params.id,
          request.query.includeContent !== 'false',
        )
        reply.headers(stateHeaders(data)).header('Cache-Control', 'private, no-cache')
        if (isFresh(request.headers['if-none-match'], data.etag))
          return reply.code(304).send(undefined as never)
        return { data }
      },
    )
    app.patch(
      '/v1/documents/:id',
      {
        config: { capability: 'documents.update' },
        schema: {
          operationId: 'updateDocument',
          tags,
          summary: 'Change a document; what differs becomes one new revision',
          params,
          headers: WriteHeaders,
          body: PatchDocument,
          response: { 200: dataOf(DocumentAck) },
        },
      },
      async (request, reply) => {
        const conditions = conditionsOf(request.headers)
        return sendReply(
          reply,
          await editing.update(request.caller, request.params.id, request.body, conditions),
        )
      },
    )
    app.delete(
      '/v1/documents/:id',
      {
        config: { capability: 'documents.delete' },
        schema: {
          operationId: 'deleteDocument',
          tags,
          summary: 'Delete a document with its history',
          params,
          headers: WriteHeaders,
          response: { 200: Deleted },
        },
      },
      async (request, reply) =>
        sendReply(
          reply,
          await documents.remove(request.caller, request.params.id, conditionsOf(request.headers)),
        ),
    )
    app.get(
      '/v1/documents/:id/versions',
      {
        config: { capability: 'documents.history' },
        schema: {
          operationId: 'listDocumentVersions',
          tags,
          summary: 'Every revision of a document, newest first',
          params,
          querystring: HistoryQuery,
          response: { 200: HistoryPage },
        },
      },
      async (request) => documents.history(request.caller, request.params.id, request.query),
    )
    app.post(
      '/v1/documents/:id/restore',
      {
        config: { capability: 'documents.restore' },
        schema: {
          operationId: 'restoreDocument',
          tags,
          summary: 'Make an earlier revision the current one, as a new revision',
          params,
          headers: WriteHeaders,
          body: RestoreDocument,
          response: { 200: dataOf(DocumentAck) },
        },
      },
      async (request, reply) => {
        const conditions = conditionsOf(request.headers)
        return sendReply(
          reply,
          await editing.restore(request.caller, request.params.id, request.body, conditions),
        )
      },
    )
    app.get(
      '/v1/documents/:id/coordination',
      {
        config: { capability: 'documents.read' },
        schema: {
          operationId: 'getDocumentCoordination',
          tags,
          summary: 'How writers of a document take turns now',
          params,
          response: { 200: dataOf(Coordination) },
        },
      },
      async (request, reply) =>
        sendReply(reply, await leases.coordination(request.caller, request.params.id)),
    )
    for (const [method, policy, operationId, summary] of [
      ['PUT', 'lease_required', 'enableDocumentCoordination', 'Require a lease of every writer'],
      ['DELETE', 'standard', 'disableDocumentCoordination', 'Require no lease any more'],
    ] as const) {
      app.route({
        method,
        url: '/v1/documents/:id/coordination',
        config: { capability: 'documents.coordinate' },
        schema: {
          operationId,
          tags,
          summary,
          params,
          headers: WriteHeaders,
          response: { 200: dataOf(Coordination) },
        },
        handler: async (request, reply) => {
          const conditions = conditionsOf(request.headers)
          return sendReply(
            reply,
            await leases.setPolicy(request.caller, request.params.id, policy, conditions),
          )
        },
      })
    }
    app.post(
      '/v1/documents/:id/coordination/lease',
      {
        config: { capability: 'documents.coordinate' },
        schema: {
          operationId: 'operateDocumentLease',
          tags,
          summary: 'Acquire, renew or release the lease',
          params,
          headers: WriteHeaders,
          body: LeaseRequest,
          response: { 200: dataOf(Type.Union([LeaseGranted, LeaseReleased])) },
        },
      },
      async (request, reply) => {
        const conditions = conditionsOf(request.headers)
        return sendReply(
          reply,
          await leases.operate(request.caller, request.params.id, request.body, conditions),
        )
      },
    )
  }
