import { type Action, allowed, apiSchema, load, select, show, viewable, writing } from '@plumbline/engine';
import { problems } from '@plumbline/http';
import { allOf, where } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { JobLogEntry, JobResult } from '../../models';
import { byItself } from '../jobRow';
import { shown } from './runJob';

/** Everything a run wrote into its log, in order. */
export const jobResultLogs: Action = {
  model: JobResult,
  name: 'logs',
  methods: {
    GET: async ({ work, row }) => {
      // Where what somebody may not view is hidden, entries are objects like others.
      const criteria = allOf(where('job_result', 'exact', row!.id), await viewable(work, JobLogEntry));
      const { rows } = await load(work, JobLogEntry, { criteria, root: true });
      return { status: 200, body: await show(work, JobLogEntry, rows, 0, byItself) };
    },
  },
  describe: {
    GET: {
      description: 'Everything the run wrote into its log, in order.',
      responses: { 200: { type: 'array', items: apiSchema.named('JobLogEntry') } },
    },
  },
};

/**
 * Ends a run: one that waits is never begun, the process of one under way is ended within seconds, and of the sync of a repository
 * nothing is kept; one that has kept something already is not ended.
 */
export const cancelJobResult: Action = {
  model: JobResult,
  name: 'cancel',
  decides: ['POST'],
  methods: {
    POST: async ({ work, row }) => {
      const id = String(row!.id);
      const own = row!.user === work.scope.identity.userId;
      const changeable = await allowed(work, JobResult, 'change');
      const mayChange =
        changeable && (await select(work, JobResult.label, allOf(where('id', 'exact', id), changeable)));
      if (!own && !mayChange?.length) throw problems.forbidden();
      return writing(work, async (inner) => {
        const revoked = await inner.sql.run(sql.unsafe`
          UPDATE jobresult SET date_done = now(), status = 'REVOKED'
          WHERE id = ${id}::uuid AND status IN ('PENDING', 'RECEIVED', 'STARTED', 'RETRY') AND kept_at IS NULL`);
        if (revoked === 0) throw problems.conflict('This run is over, or what it did is kept already.');
        await inner.engine.queue?.remove(inner.sql, [id]);
        return { status: 200, body: await shown(inner, JobResult, id) };
      });
    },
  },
  describe: {
    POST: {
      description:
        'Ends a run: one that waits is never begun, one under way is ended within seconds, and nothing is kept of the sync of a repository.',
      responses: { 200: apiSchema.named('JobResult') },
    },
  },
};
