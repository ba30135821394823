import type { Question, Questions } from '@plumbline/bus';
import { z } from 'zod/v4';
import { keptLocalContexts, localContexts } from './configContext/messages';
import { cableTraceRequest } from './messages';

const id = '32bdfc54-17cf-4fb6-982e-b35c60d7dd3f';

const keepLocalContexts: Question = {
  request: localContexts,
  reply: keptLocalContexts,
  example: {
    request: {
      owner: { label: 'extras.gitrepository', id },
      identity: { userId: '3c8a5d17-e2b4-4f69-8a0c-7d1e9b5f2c48', username: 'noc' },
      contexts: [{ name: 'leaf-1', data: { ntp: ['192.0.2.1'] } }],
      partial: false,
      dryRun: false,
    },
    reply: { changed: ['leaf-1'], cleared: [], faults: [] },
  },
};

/** What dcim is asked. */
export const dcimQuestions: Questions = {
  'cablepath.trace': {
    request: cableTraceRequest,
    reply: z.array(z.array(z.unknown())),
    example: {
      request: { type: 'circuits.circuittermination', id, base: 'https://plumbline.example' },
      reply: [[{ id, display: 'Termination A' }, null, null]],
    },
  },
  'device.keepLocalContexts': keepLocalContexts,
};

/** What virtualization is asked. */
export const virtualizationQuestions: Questions = { 'virtualmachine.keepLocalContexts': keepLocalContexts };
