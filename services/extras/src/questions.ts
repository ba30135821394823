import { nothingAsked, type Question, type Questions } from '@plumbline/bus';
import { contextsReply, contextsRequest, schemaCheckReply, schemaCheckRequest } from '@plumbline/domain';
import { linkRequest, settleLinksRequest } from '@plumbline/extensions';
import { z } from 'zod/v4';
import { createRequest, listRequest, tableRequest } from './notes/busHandlers';

const [id, other] = ['5f0c2b3e-6d0f-4b5a-9a54-0d3c7e1f2a10', '0b1e7c86-52a9-4f0d-a3d1-6c8e9f2b4a75'];
const operation = '9d2f6e1a-7b3c-4a58-b0e4-1c5d8f7a2b63';
const target = { label: 'ipam.vlan', id, base: 'https://plumbline.example' };
const note = { id: other, note: 'Moves in June.' };

const settled: Question = {
  request: settleLinksRequest,
  reply: z.null(),
  example: { request: { app: 'ipam', operations: [operation] }, reply: null },
};

/** What other services ask of what can be said of objects of every kind. */
export const extrasQuestions: Questions = {
  'note.list': {
    request: listRequest,
    reply: z.object({ count: z.number().int(), results: z.array(z.looseObject({})) }),
    example: { request: { ...target, limit: 50, offset: 0 }, reply: { count: 1, results: [note] } },
  },
  'note.table': {
    request: tableRequest,
    reply: z.string(),
    example: { request: target, reply: 'note\nMoves in June.\n' },
  },
  'note.create': {
    request: createRequest,
    reply: z.looseObject({}),
    example: { request: { ...target, body: { note: note.note } }, reply: note },
  },
  'job.workers': {
    request: nothingAsked,
    reply: z.object({ workers: z.number().int() }),
    example: { request: {}, reply: { workers: 2 } },
  },
  'configcontext.applied': {
    request: contextsRequest,
    reply: contextsReply,
    example: {
      request: { surroundings: [{ locations: [other], roles: [], tags: [] }] },
      reply: { data: [{ ntp: ['192.0.2.1'] }], applied: [[0]] },
    },
  },
  'configcontextschema.check': {
    request: schemaCheckRequest,
    reply: schemaCheckReply,
    example: { request: { checks: [{ schema: id, data: { ntp: [] } }] }, reply: [null] },
  },
  'relationship.link': {
    request: linkRequest,
    reply: z.looseObject({}).nullable().optional(),
    example: {
      request: {
        app: 'ipam',
        operation,
        label: 'ipam.vlan',
        changes: [
          {
            relationship: other,
            own: 'source',
            id,
            display: 'servers (20)',
            passes: true,
            others: [other],
          },
        ],
      },
      reply: {},
    },
  },
  'relationship.keep': settled,
  'relationship.reconsider': settled,
};

/** The sender of webhooks is told that something waits for it. */
export const extrasEvents = { 'webhook.queued': { event: z.null(), example: { event: null } } };
