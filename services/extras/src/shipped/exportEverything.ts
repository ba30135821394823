import type { FoundJob } from '../jobs/installJobs';

/**
 * Writes everything there is into a dump in the data folder of the worker, by the program's own command. The dump holds
 * what no API shows, so only superusers may ask for it, and it is fetched from the worker's disk.
 */
export const exportEverything: FoundJob = {
  moduleName: 'plumbline.jobs',
  origin: { kind: 'command', path: 'dump', exportName: 'ExportEverything' },
  enabled: true,
  description: {
    exportName: 'ExportEverything',
    name: 'Export Everything',
    grouping: 'Plumbline',
    description:
      'Writes everything there is at one moment into a dump on the disk of the worker, as `plumbline dump` does.',
    isHookReceiver: false,
    isButtonReceiver: false,
    hasSensitiveVariables: false,
    approvalRequired: false,
    hidden: false,
    dryRunDefault: false,
    readOnly: true,
    softTimeLimit: 0,
    timeLimit: 7200,
    taskQueues: [],
    supportsDryRun: false,
    variables: [],
  },
};
