import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { Deleted, dataOf, Id, WriteHeaders } from '../contracts/wire.ts'
import { sendReply } from '../lib/send-reply.ts'
import {
  CreatePrompt,
  PatchPrompt,
  Prompt,
  PromptDetail,
  PromptPage,
  PromptQuery,
  PromptVersion,
  RestoredPrompt,
  RestorePrompt,
} from './schema.ts'
import type { PromptsService } from './service.ts'

const params = Type.Object({ id: Id })
const tags = ['prompts']

/** Everything under `/v1/prompts`. */
export const promptsRoutes =
  (prompts: PromptsService): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/v1/prompts',
      {
        config: { capability: 'prompts.list' },
        schema: {
          operationId: 'listPrompts',
          tags,
          summary: 'List prompts, newest first',
          querystring: PromptQuery,
          response: { 200: PromptPage },
        },
      },
      async (request) => prompts.list(request.caller, request.query),
    )
    app.post(
      '/v1/prompts',
      {
        config: { capability: 'prompts.create' },
        schema: {
          operationId: 'createPrompt',
          tags,
          summary: 'Create a prompt',
          headers: WriteHeaders,
          body: CreatePrompt,
          response: { 201: dataOf(Prompt) },
        },
      },
      async (request, reply) => {
        const key = request.headers['idempotency-key']
        return sendReply(reply, await prompts.create(request.caller, request.body, key))
      },
    )
    app.get(
      '/v1/prompts/:id',
      {
        config: { capability: 'prompts.read' },
        schema: {
          operationId: 'getPrompt',
          tags,
          summary: 'Read one prompt',
          params,
          response: { 200: dataOf(PromptDetail) },
        },
      },
      async (request) => ({ data: await prompts.read(request.caller, request.params.id) }),
    )
    app.patch(
      '/v1/prompts/:id',
      {
        config: { capability: 'prompts.update' },
        schema: {
          operationId: 'updatePrompt',
          tags,
          summary: 'Change a prompt; content, parameters and variables make a version',
          params,
          headers: WriteHeaders,
          body: PatchPrompt,
          response: { 200: dataOf(Prompt) },
        },
      },
      async (request, reply) => {
        const key = request.headers['idempotency-key']
        const { id } = request.params
        return sendReply(reply, await prompts.update(request.caller, id, request.body, key))
      },
    )
    app.delete(
      '/v1/prompts/:id',
      {
        config: { capability: 'prompts.delete' },
        schema: {
          operationId: 'deletePrompt',
          tags,
          summary: 'Delete a prompt with its versions',
          params,
          headers: WriteHeaders,
          response: { 200: Deleted },
        },
      },
      async (request, reply) => {
        const key = request.headers['idempotency-key']
        return sendReply(reply, await prompts.remove(request.caller, request.params.id, key))
      },
    )
    app.get(
      '/v1/prompts/:id/versions',
      {
        config: { capability: 'prompts.history' },
        schema: {
          operationId: 'listPromptVersions',
          tags,
          summary: 'Every version of a prompt, newest first',
          params,
          response: { 200: dataOf(Type.Array(PromptVersion)) },
        },
      },
      async (request) => ({ data: await prompts.history(request.caller, request.params.id) }),
    )
    app.post(
      '/v1/prompts/:id/restore',
      {
        config: { capability: 'prompts.restore' },
        schema: {
          operationId: 'restorePrompt',
          tags,
          summary: 'Make an earlier version the current one, as a new version',
          params,
          headers: WriteHeaders,
          body: RestorePrompt,
          response: { 200: dataOf(RestoredPrompt) },
        },
      },
      async (request, reply) => {
        const key = request.headers['idempotency-key']
        const { id } = request.params
        return sendReply(
          reply,
          await prompts.restore(request.caller, id, request.body.versionId, key),
        )
      },
    )
  }
