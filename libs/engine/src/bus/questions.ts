import { type Events, nothingAsked, type Question, type Questions } from '@plumbline/bus';
import { z } from 'zod/v4';
import { jsonObject, objectWithAnyKeys } from '../core/messages/clientKeys';
import {
  composedRequest,
  composedTableReply,
  composedTableRequest,
  filtersRequest,
  passingRequest,
} from '../core/messages/composedMessages';
import { manifestReply, startedEvent } from '../core/messages/manifestMessages';
import {
  countRequest,
  deletionsRequest,
  fetchRequest,
  findRequest,
  followRequest,
  goneRequest,
  matchingRequest,
  portrayRequest,
  protectorsReply,
  protectorsRequest,
  queryRequest,
  reachedRequest,
  referrersReply,
  referrersRequest,
  settleRequest,
  validateReply,
  validateRequest,
  waitForReferrersRequest,
} from '../core/messages/messages';
import { outboxRequest } from '../record/outbox';
import { lookupsRequest, referringRequest, totalsRequest } from './overview';

const key = z.union([z.string(), z.number()]);
const errors = objectWithAnyKeys(z.unknown());
const [network, another, customer] = [
  '5f0c2b3e-6d0f-4b5a-9a54-0d3c7e1f2a10',
  'b7a4d8c2-1f3e-4c6b-8d9a-2e5f7a1b3c4d',
  '0b1e7c86-52a9-4f0d-a3d1-6c8e9f2b4a75',
];
const operation = '9d2f6e1a-7b3c-4a58-b0e4-1c5d8f7a2b63';
const viewer = { userId: '3c8a5d17-e2b4-4f69-8a0c-7d1e9b5f2c48', username: 'noc' };
const identity = { ...viewer, isSuperuser: false, writeEnabled: true, permissionStamp: '17' };
const toDelete = { 'customers.customer': [customer] };

const referrers: Question = {
  request: referrersRequest,
  reply: referrersReply,
  example: {
    request: { operation, toDelete },
    reply: {
      protectors: [{ label: 'wireless.network', id: network, display: 'servers (20)' }],
      busy: false,
      isReferredTo: true,
    },
  },
};
const answeredWithNull = (request: z.ZodType, example: unknown): Question => ({
  request,
  reply: z.null().optional(),
  example: { request: example, reply: null },
});

/** A change record, as those who follow a service take it in. */
const changeRecord = z.looseObject({
  version: z.number().int().optional(),
  id: z.string(),
  position: z.number().int(),
  app: z.string(),
  time: z.string(),
  request_id: z.string(),
  user_id: z.string().nullable(),
  user_name: z.string(),
  action: z.enum(['create', 'update', 'delete']),
  label: z.string(),
  object_id: z.string(),
  object_repr: z.string(),
  context: z.enum(['web', 'job', 'job-hook']).optional(),
  context_detail: z.string(),
  logged: z.boolean(),
  object_data: jsonObject.nullable(),
  object_data_v2: jsonObject.nullable(),
  nested: jsonObject.optional(),
  related: z.object({ label: z.string(), id: z.string() }).nullable(),
});

/** What every service is asked: of each of its models, of itself, and of what it has changed. */
export const engineQuestions: Questions = {
  '*.find': {
    request: findRequest,
    reply: z.union([z.array(z.looseObject({ id: key })), z.array(z.unknown())]),
    example: {
      request: {
        criteria: {
          and: [{ path: 'vid', lookup: 'gte', value: 20 }, { not: { path: 'name', lookup: 'exact', value: '' } }],
        },
        values: ['name'],
        ordered: true,
        limit: 2,
        viewer,
      },
      reply: [{ id: network, name: 'servers' }],
    },
  },
  '*.fetch': {
    request: fetchRequest,
    reply: z.array(z.tuple([key, z.string()]).rest(z.unknown())),
    example: {
      request: { ids: [network], depth: 0, base: 'https://network.example', viewer },
      reply: [[network, `{"id":"${network}","display":"servers (20)"}`]],
    },
  },
  '*.query': {
    request: queryRequest,
    reply: z.array(z.tuple([z.unknown(), key]).rest(z.unknown())),
    example: {
      request: { fields: ['name', 'vid'], of: { field: 'customer', ids: [customer] }, atMost: 1000, viewer },
      reply: [[customer, network, 'servers', 20]],
    },
  },
  '*.portray': {
    request: portrayRequest,
    reply: z.array(z.tuple([key, jsonObject])),
    example: { request: { ids: [network], viewer }, reply: [[network, { id: network, name: 'servers', vid: 20 }]] },
  },
  '*.matching': {
    request: matchingRequest,
    reply: z.array(key),
    example: { request: { filter: { vid: ['20'] }, ids: [network, another] }, reply: [network] },
  },
  '*.filters': {
    request: filtersRequest,
    reply: z.array(errors.nullable()),
    example: {
      request: { filters: [{ vid: ['20'] }, { vid: ['twenty'] }] },
      reply: [null, { vid: ['Enter a whole number.'] }],
    },
  },
  '*.passing': {
    request: passingRequest,
    reply: z.array(z.array(z.number().int().nonnegative())),
    example: {
      request: { filters: [{ vid: ['20'] }, { vid: ['twenty'] }, {}], ids: [network, another], viewer },
      reply: [[0], [], [0, 1]],
    },
  },
  '*.composed': {
    request: composedRequest,
    reply: z.object({ count: z.number().int(), results: z.array(z.string()) }),
    example: {
      request: {
        sets: [
          { filter: { vid: ['20'] }, parts: [] },
          { filter: {}, parts: [{ operator: 'difference', set: 0 }] },
        ],
        limit: 50,
        offset: 0,
        base: 'https://network.example',
        viewer,
      },
      reply: { count: 1, results: [`{"id":"${another}","display":"guests (30)"}`] },
    },
  },
  '*.composedTable': {
    request: composedTableRequest,
    reply: composedTableReply,
    example: {
      request: {
        sets: [{ filter: { vid: ['20'] }, parts: [] }],
        base: 'https://network.example',
        viewer,
        portion: another,
      },
      reply: { heading: 'display,id,vid\r\n', lines: `guests (20),${another},20\r\n`, rest: [] },
    },
  },
  '*.lookups': {
    request: lookupsRequest,
    reply: z.array(z.object({ id: z.string(), name: z.string() })),
    example: { request: { field_name: 'name' }, reply: [{ id: 'name__ic', name: 'contains' }] },
  },
  'service.count': {
    request: countRequest,
    reply: z.array(z.record(z.string(), z.number())),
    example: {
      request: { counts: [{ label: 'wireless.network', field: 'customer' }], ids: [customer] },
      reply: [{ [customer]: 3 }],
    },
  },
  'service.referrers': referrers,
  'service.referrersUnasked': referrers,
  'service.protectors': {
    request: protectorsRequest,
    reply: protectorsReply,
    example: {
      request: { toDelete },
      reply: [{ label: 'wireless.network', id: network, display: 'servers (20)' }],
    },
  },
  'service.apply': answeredWithNull(settleRequest, { operation, toDelete }),
  'service.release': answeredWithNull(settleRequest, { operation, toDelete }),
  'service.deletions': {
    request: deletionsRequest,
    reply: z.array(z.string()),
    example: { request: { operations: [operation] }, reply: [] },
  },
  'service.gone': {
    request: goneRequest,
    reply: z.array(z.string()),
    example: { request: { label: 'wireless.network', ids: [network, another] }, reply: [another] },
  },
  'service.waitForReferrers': answeredWithNull(waitForReferrersRequest, {
    label: 'customers.customer',
    ids: [customer],
  }),
  'service.validate': {
    request: validateRequest,
    reply: validateReply,
    example: {
      request: {
        label: 'wireless.network',
        objects: [{ id: network, before: { vid: 20 }, after: { vid: 21 } }],
      },
      reply: [{ vid: ['The VLAN is in use by a tunnel.'] }],
    },
  },
  'service.totals': {
    request: totalsRequest,
    reply: z.record(z.string(), z.number().nullable()),
    example: {
      request: { models: ['wireless.network', 'wireless.controller'], identity },
      reply: { 'wireless.network': 4094, 'wireless.controller': null },
    },
  },
  'service.referring': {
    request: referringRequest,
    reply: z.array(z.number().nullable()),
    example: {
      request: { id: customer, lists: [{ model: 'wireless.network', filter: 'customer' }], identity },
      reply: [3],
    },
  },
  'service.follow': answeredWithNull(followRequest, { app: 'wireless' }),
  'service.health': {
    request: nothingAsked,
    reply: z.object({ database: z.boolean(), writes: z.boolean().optional(), time: z.number().optional() }),
    example: { request: {}, reply: { database: true, writes: true, time: 1_800_000_000_000 } },
  },
  'service.manifest': {
    request: nothingAsked,
    reply: manifestReply,
    example: {
      request: {},
      reply: {
        app: 'wireless',
        version: '0.3.0',
        models: [
          {
            label: 'wireless.network',
            app: 'wireless',
            name: 'network',
            endpoint: 'networks',
            title: 'network',
            className: 'Network',
            plural: 'networks',
            keyType: 'uuid',
            naturalKey: ['pk'],
            tree: false,
            displaysRelated: false,
            sealed: false,
            abilities: ['tags'],
            relations: [
              { field: 'customer', to: 'customers.customer', many: false, onDelete: 'protect', reverse: 'networks' },
            ],
            columns: ['id', 'name', 'vid', 'customer'],
            onlyShown: ['display'],
          },
        ],
        follows: [],
        validates: [['assets.asset', { columns: ['name'], on: ['change'] }]],
      },
    },
  },
  'service.openapi': {
    request: nothingAsked,
    reply: jsonObject,
    example: { request: {}, reply: { paths: {}, schemas: {} } },
  },
  'service.measures': {
    request: nothingAsked,
    reply: z.array(
      z.object({
        name: z.string(),
        help: z.string(),
        value: z.number(),
        labels: z.record(z.string(), z.string()).optional(),
      }),
    ),
    example: {
      request: {},
      reply: [
        { name: 'plumbline_outbox_records', help: 'Change records kept.', value: 12, labels: { app: 'wireless' } },
      ],
    },
  },
  'outbox.read': {
    request: outboxRequest,
    reply: z.object({
      records: z.array(changeRecord),
      reached: z.number().int(),
      last: z.number().int(),
      pruned: z.number().int(),
    }),
    example: {
      request: { after: 41, labels: ['wireless.network'] },
      reply: {
        records: [
          {
            version: 1,
            id: '6a4e9c3b-0d7f-4e12-95b8-3f2c1a7d8e60',
            position: 42,
            app: 'wireless',
            time: '2026-01-05T10:00:00.000001Z',
            request_id: operation,
            user_id: viewer.userId,
            user_name: viewer.username,
            action: 'delete',
            label: 'wireless.network',
            object_id: network,
            object_repr: 'servers (20)',
            context: 'web',
            context_detail: 'wireless-api:network-detail',
            logged: true,
            object_data: { name: 'servers', vid: 20, customer },
            object_data_v2: { id: network, name: 'servers', vid: 20 },
            nested: { id: network, display: 'servers (20)' },
            related: null,
          },
        ],
        reached: 42,
        last: 42,
        pruned: 0,
      },
    },
  },
  'outbox.reached': {
    request: reachedRequest,
    reply: z.number().int().nullable(),
    example: { request: { app: 'wireless' }, reply: 42 },
  },
};

/** What every service tells. */
export const engineEvents: Events = {
  '*.changed': {
    event: z.object({
      label: z.string(),
      ids: z.array(key),
      action: z.enum(['create', 'update', 'delete']),
    }),
    example: { event: { label: 'wireless.network', ids: [network], action: 'update' } },
  },
  'service.started': {
    event: startedEvent,
    example: { event: { version: '0.3.0' } },
  },
  '*.known': { event: nothingAsked, example: { event: {} } },
};
