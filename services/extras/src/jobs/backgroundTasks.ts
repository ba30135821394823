import { system, type Work } from '@plumbline/engine';
import type { LogDetails, LogLevel } from '@plumbline/jobs';
import { syncTask } from '../git/syncTask';
import type { Starter } from './queueRun';

/** A piece of background work under way. */
export interface TaskRun {
  /** To be used outside any transaction; `writing` begins one. It is done in the name of whoever asked for it. */
  work: Work;
  payload: object;
  user: Starter;
  /** Writes a line into the log of the result. */
  log(level: LogLevel, message: string, details?: LogDetails): Promise<void>;
}

/** Does the work; what it answers is kept as the result, and throwing means failure. */
export type BackgroundTask = (run: TaskRun) => Promise<unknown>;

/** Everything that is done in the background by this service itself, by name. */
export const backgroundTasks: Record<string, BackgroundTask> = {
  gitSync: syncTask({ isRehearsal: false }),
  gitDryRun: syncTask({ isRehearsal: true }),
};

/** Work in the name of somebody, for as long as it takes. */
export const workOf = (work: Work, { id, username }: Starter): Work => ({
  ...work,
  scope: {
    ...work.scope,
    deadline: Number.POSITIVE_INFINITY,
    identity: id === system.userId ? system : { ...system, userId: id, username },
  },
});
