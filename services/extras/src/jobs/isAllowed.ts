import { allowed, select, type UnitOfWork } from '@plumbline/engine';
import { allOf, where } from '@plumbline/model';
import { Job } from '../models';

/** Whether somebody has the permission for an action on this very job. */
export async function isAllowed(work: UnitOfWork, job: unknown, action: string): Promise<boolean> {
  const criteria = await allowed(work, Job, action);
  if (!criteria) return false;
  return (await select(work, Job.label, allOf(where('id', 'exact', job), criteria))).length > 0;
}
