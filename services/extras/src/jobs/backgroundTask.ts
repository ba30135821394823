import { system, type UnitOfWork } from '@plumbline/engine';
import type { LogDetails, LogLevel } from '@plumbline/jobs';
import type { Queryable } from '@plumbline/store';
import type { Starter } from './payload';

/** A piece of background work under way. */
export interface TaskRun {
  /** To be used outside any transaction; `writing` begins one. It is done in the name of whoever asked for it. */
  work: UnitOfWork;
  payload: object;
  user: Starter;
  /** Writes a line into the log of the result. */
  log(level: LogLevel, message: string, details?: LogDetails): Promise<void>;
  /** Throws where somebody has ended the run; nobody ends it from then on where the transaction in which this was asked keeps anything. */
  demandWanted(run: Queryable): Promise<void>;
}

/** Does the work; what it answers is kept as the result, and throwing means failure. */
export type BackgroundTask = (run: TaskRun) => Promise<unknown>;

/** Work in the name of somebody, for as long as it takes. */
export const workOf = (work: UnitOfWork, { id, username }: Starter): UnitOfWork => ({
  ...work,
  scope: {
    ...work.scope,
    deadline: Number.POSITIVE_INFINITY,
    identity: id === system.userId ? system : { ...system, userId: id, username },
  },
});
