import { type Events, nothingAsked, type Questions } from '@plumbline/bus';
import { beatEvent, goneEvent, knownReply } from './writers/readers';
import { heardEvent, wroteEvent } from './writers/recentWriters';

const [one, other] = ['8e1b6f3d-4c2a-4d97-a5b8-0f7e3c9d1a52', '2d7c9a4e-6b1f-4835-9e0d-5a8c3f1b7e64'];

/** What gateways ask one another. */
export const gatewayQuestions: Questions = {
  'reader.known': { request: nothingAsked, reply: knownReply, example: { request: {}, reply: [one, other] } },
};

/** What gateways tell one another. */
export const gatewayEvents: Events = {
  'writer.wrote': {
    event: wroteEvent,
    example: { event: { from: one, number: 7, userId: '3c8a5d17-e2b4-4f69-8a0c-7d1e9b5f2c48' } },
  },
  'writer.heard': { event: heardEvent, example: { event: { by: other, from: one, number: 7 } } },
  'reader.alive': { event: beatEvent, example: { event: { id: one, sent: 120_500.25 } } },
  'reader.gone': { event: goneEvent, example: { event: { id: one } } },
};
