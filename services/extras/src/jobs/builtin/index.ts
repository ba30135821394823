import { describeJob, type Job } from '@plumbline/jobs';
import type { FoundJob } from '../installJobs';
import { DataQuality } from './dataQuality';
import { exportEverything } from './exportEverything';
import { ExportObjectList } from './exportObjectList';
import { gitRepositoryJobs } from './gitRepositories';

const shipped = (moduleName: string, path: string, exportName: string, job: Job): FoundJob => ({
  moduleName,
  description: describeJob(job, exportName, moduleName),
  origin: { kind: 'shipped', path, exportName },
  enabled: true,
});

/** The jobs that come with Plumbline. The first is called as clients of the contract know it. */
export const builtinJobs: FoundJob[] = [
  shipped('nautobot.core.jobs', 'exportObjectList', 'ExportObjectList', ExportObjectList),
  shipped('plumbline.jobs', 'dataQuality', 'DataQuality', DataQuality),
  exportEverything,
  ...gitRepositoryJobs,
];
