import type { JobDescription } from '@plumbline/jobs';
import type { FoundJob } from '../installJobs';

type Told = Pick<JobDescription, 'exportName' | 'name' | 'grouping' | 'description'>;

/**
 * A job that comes with Plumbline and may be run at once: without variables, limits and approval unless it says
 * otherwise.
 */
export const builtinJob = (
  moduleName: string,
  origin: Pick<FoundJob['origin'], 'kind' | 'path'>,
  told: Told & Partial<JobDescription>,
): FoundJob => ({
  moduleName,
  origin: { ...origin, exportName: told.exportName },
  enabled: true,
  description: {
    isHookReceiver: false,
    isButtonReceiver: false,
    hasSensitiveVariables: false,
    approvalRequired: false,
    hidden: false,
    dryRunDefault: false,
    readOnly: false,
    softTimeLimit: 0,
    timeLimit: 0,
    taskQueues: [],
    supportsDryRun: false,
    variables: [],
    ...told,
  },
});
