import { builtinJob } from './builtinJob';

/**
 * Writes everything there is into a dump in the data folder of the worker, by the program's own command. The dump holds
 * what no API shows, so only superusers may ask for it, and it is fetched from the worker's disk.
 */
export const exportEverything = builtinJob(
  'plumbline.jobs',
  { kind: 'command', path: 'dump' },
  {
    exportName: 'ExportEverything',
    name: 'Export Everything',
    grouping: 'Plumbline',
    description:
      'Writes everything there is at one moment into a dump on the disk of the worker, as `plumbline dump` does.',
    readOnly: true,
    timeLimit: 7200,
  },
);
