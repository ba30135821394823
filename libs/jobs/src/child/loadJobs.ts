import { resolve } from 'node:path';
import { loadModule } from '@plumbline/loading';

/** Loads a file of jobs: what it imports as `@plumbline/jobs` is this library. Files of installed packages are left to Node. */
export const loadJobs = (file: string): Record<string, unknown> =>
  loadModule(file, {
    libraries: { '@plumbline/jobs': () => require('../index.js') },
    reads: (path) => !/[\\/]node_modules[\\/]/.test(path) && !path.startsWith(resolve(__dirname, '..')),
  });
