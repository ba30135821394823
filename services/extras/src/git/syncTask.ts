import type { LogLevel } from '@plumbline/jobs';
import { z } from 'zod/v4';
import type { BackgroundTask } from '../jobs/backgroundTask';
import type { Importance, Report } from './report';
import { type SyncOptions, syncRepository } from './syncRepository';

const given = z.object({ repository: z.string() });

const levels: Record<Importance, LogLevel> = { info: 'info', success: 'info', warning: 'warning', error: 'error' };

/** The sync of a repository as work in the background: what is told stands in the log of its result. */
export const syncTask =
  ({ isRehearsal }: Pick<SyncOptions, 'isRehearsal'>): BackgroundTask =>
  async ({ work, payload, log, demandWanted }) => {
    let written = Promise.resolve();
    const tell: Report = (importance, text, { path, part } = {}) => {
      const line = path === undefined ? text : `${path}: ${text}`;
      written = written
        .then(() => log(levels[importance], line, { grouping: part ?? 'main' }))
        // The sync is worth more than what is told of it.
        .catch((error) => work.engine.log.warn({ error: String(error), line }, 'a sync could not tell what it does'));
    };
    try {
      const { repository } = given.parse(payload);
      return { commit: await syncRepository(work, repository, tell, { isRehearsal, demandWanted }) };
    } finally {
      await written;
    }
  };
