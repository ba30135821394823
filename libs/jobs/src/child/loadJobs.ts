import { resolve } from 'node:path';
import { loadModule } from '@plumbline/loading';

const installed = /[\\/]node_modules[\\/]/;

/**
 * Loads a file of jobs: what it imports as `@plumbline/jobs` is this library. Files of installed packages are left to Node,
 * those aside of the package that the file itself is from.
 */
export function loadJobs(file: string): Record<string, unknown> {
  const [own = ''] = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+[\\/]/.exec(file) ?? [];
  return loadModule(file, {
    libraries: { '@plumbline/jobs': () => require('../index.js') },
    reads: (path) =>
      path.startsWith(own) && !installed.test(path.slice(own.length)) && !path.startsWith(resolve(__dirname, '..')),
  });
}
