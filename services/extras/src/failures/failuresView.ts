import { visibleIds } from '@plumbline/domain';
import { allowed, apiSchema, type UnitOfWork, type View } from '@plumbline/engine';
import type { Model } from '@plumbline/model';
import { GitRepository, Webhook } from '../models';
import { failedDeliveries, failedSyncs } from './failures';

const { listOf, named, objectOf } = apiSchema;

/** What `find` answers of the objects of a model that the caller may view; nothing where they may view none. */
async function among<T>(work: UnitOfWork, model: Model, find: (ids: string[] | undefined) => Promise<T[]>) {
  return (await allowed(work, model, 'view')) ? find(await visibleIds(work, model)) : [];
}

/** What has not worked and waits for somebody: an endpoint of our own. */
export const failuresView: View = {
  name: 'extras_failures',
  // Said so that the index of the application, which the contract fixes, does not list it.
  path: '/api/extras/failures/',
  title: 'Failures',
  methods: {
    GET: async ({ work }) => {
      const [webhooks, git_repositories] = await Promise.all([
        among(work, Webhook, (ids) => failedDeliveries(work.sql, ids)),
        among(work, GitRepository, (ids) => failedSyncs(work.sql, ids)),
      ]);
      return { status: 200, body: { webhooks, git_repositories } };
    },
  },
  describe: {
    GET: {
      verb: 'retrieve',
      description: 'Show webhooks with deliveries that are given up, and repositories whose last sync has failed.',
      responses: {
        200: objectOf({
          webhooks: listOf(named('FailingWebhook')),
          git_repositories: listOf(named('FailingRepository')),
        }),
      },
      schemas: {
        FailingWebhook: objectOf({
          id: { type: 'string', format: 'uuid' },
          name: { type: 'string' },
          failed: { type: 'integer', description: 'Deliveries that are given up.' },
          last: { type: 'string', format: 'date-time', description: 'When the last of them was.' },
        }),
        FailingRepository: objectOf({
          id: { type: 'string', format: 'uuid' },
          name: { type: 'string' },
          job_result: { type: 'string', format: 'uuid', description: 'The result of the sync, with its log.' },
          last: { type: 'string', format: 'date-time', description: 'When it was.' },
        }),
      },
    },
  },
};
