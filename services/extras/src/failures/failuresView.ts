import { allowed, amongPermitted, apiSchema, type UnitOfWork, type View } from '@plumbline/engine';
import type { Model } from '@plumbline/model';
import type { Queryable, Sql } from '@plumbline/store';
import { GitRepository, Webhook } from '../models';
import { failedDeliveries, failedSyncs } from './failures';

const { listOf, named, objectOf } = apiSchema;

/** What `find` answers of the objects of a model that the caller may view; nothing where they may view none. */
async function amongViewed<T>(
  work: UnitOfWork,
  model: Model,
  alias: string,
  find: (queryable: Queryable, among: Sql) => Promise<T[]>,
): Promise<T[]> {
  return (await allowed(work, model, 'view')) ? amongPermitted(work, model, 'view', alias, find) : [];
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
        amongViewed(work, Webhook, 'w', failedDeliveries),
        amongViewed(work, GitRepository, 'r', failedSyncs),
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
