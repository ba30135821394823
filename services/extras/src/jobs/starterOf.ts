import { ask, type UnitOfWork } from '@plumbline/engine';
import { type Identity, Problem } from '@plumbline/http';
import type { Row } from '@plumbline/model';
import { isAllowed } from './isAllowed';
import type { Starter } from './payload';
import { isForSuperusers } from './source';

/** What stands against a run that somebody has asked for long ago. */
export interface RunRefusal {
  reason: string;
  /** It is for good: whoever asked may not have the job run any more. Otherwise the job itself cannot be run at present. */
  isForGood: boolean;
}

/** The user in whose name a job is run for which they asked long ago, as they are called now; or why it is not run. */
export async function starterOf(work: UnitOfWork, job: Row, userId: unknown): Promise<Starter | RunRefusal> {
  if (!job.installed) return { reason: 'This job is not installed any more.', isForGood: false };
  if (!job.enabled) return { reason: 'This job is not enabled to be run.', isForGood: false };
  const identity = await identityOf(work, userId);
  if (!identity) return { reason: 'The user this job is scheduled by is not active any more.', isForGood: true };
  const theirs = { ...work, scope: { ...work.scope, identity } };
  if (!(await isAllowed(theirs, job.id, 'run')))
    return { reason: 'The user this job is scheduled by may not run it any more.', isForGood: true };
  if (isForSuperusers(job) && !identity.isSuperuser)
    return { reason: 'Only superusers may run this job.', isForGood: true };
  return { id: identity.userId, username: identity.username };
}

/** A user as they are now; undefined when they are not there any more, or may not sign in. */
async function identityOf(work: UnitOfWork, userId: unknown): Promise<Identity | undefined> {
  if (typeof userId !== 'string') return undefined;
  try {
    return await ask<Identity>(work, 'users', 'identity', 'user', { userId });
  } catch (error) {
    if (error instanceof Problem && error.status === 403) return undefined;
    throw error;
  }
}
