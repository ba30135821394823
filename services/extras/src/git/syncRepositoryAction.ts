import { type Action, apiSchema, writing } from '@plumbline/engine';
import { problems } from '@plumbline/http';
import type { Row } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { demandRunnable } from '../jobs/actions/runJob';
import { demandServed } from '../jobs/demandServed';
import { defaultQueue, queueRun } from '../jobs/queueRun';
import { GitRepository } from '../models';

/** Has a repository synced in the background. */
export const syncRepositoryAction: Action = {
  model: GitRepository,
  name: 'sync',
  permission: { POST: 'change' },
  decides: ['POST'],
  methods: {
    POST: async ({ work, row }) => {
      const job = await work.sql.first<Row>(
        sql.unsafe`SELECT job.* FROM job WHERE module_name = 'nautobot.core.jobs' AND job_class_name = 'GitRepositorySync'`,
      );
      if (!job) throw problems.conflict('The job that syncs repositories was deleted. A restart brings it back.');
      demandRunnable(work, job);
      await demandServed(work, job, defaultQueue);
      const { userId: id, username } = work.scope.identity;
      const run = { job, values: { repository: row!.id }, queue: defaultQueue, user: { id, username } };
      return writing(work, async (inner) => {
        await queueRun(inner, run);
        return { status: 200, body: { message: `Repository ${row!.name} sync job added to queue.` } };
      });
    },
  },
  describe: {
    POST: {
      description: 'Takes over, in the background, what the repository provides now.',
      responses: { 200: apiSchema.objectOf({ message: { type: 'string' } }) },
    },
  },
};
