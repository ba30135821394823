import { basename, extname } from 'node:path';
import { describeJob, isJob } from '../defineJob';
import type { InspectOrder, Report } from '../messages';
import { loadJobs } from './loadJobs';

/** Says which jobs a file exports. */
export async function inspect(
  { file, moduleName }: InspectOrder,
  say: (report: Report) => Promise<void>,
): Promise<void> {
  const exported = Object.entries(loadJobs(file)).filter(([, value]) => isJob(value));
  const own = basename(file, extname(file));
  const seen = new Set<unknown>();
  const jobs = exported.flatMap(([name, job]) => {
    if (!isJob(job) || seen.has(job)) return [];
    seen.add(job);
    const described = describeJob(job, name, moduleName);
    return [name === 'default' && described.name === name ? { ...described, name: own } : described];
  });
  await say({ kind: 'inspected', jobs });
}
