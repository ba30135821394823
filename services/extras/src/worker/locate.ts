import { join, resolve, sep } from 'node:path';
import type { Settings } from '@plumbline/config';
import type { Queryable } from '@plumbline/store';
import type { JobSource } from '../jobs/source';
import { jobsOfApp } from './appFiles';
import { resolvePackage } from './discovery';
import { repositoriesFolder, repositoryFiles } from './repositories';

/** The file a job is loaded from; undefined when it is nowhere. */
export async function locate(
  { kind, path }: JobSource,
  { jobs, dataDir, loadedApps }: Settings,
  database: Queryable,
): Promise<string | undefined> {
  if (kind === 'shipped') return join(__dirname, '../../dist/jobs/builtin', `${path}.js`);
  if (kind === 'package') return resolvePackage(path, jobs.folder);
  if (kind === 'app') {
    const [name = '', ...below] = path.split('/');
    const app = loadedApps.find((each) => each.name === name);
    return app && within(jobsOfApp(app), below.join('/'));
  }
  if (kind === 'git') await repositoryFiles(database, repositoriesFolder(dataDir), () => undefined);
  return within(resolve(kind === 'git' ? repositoriesFolder(dataDir) : jobs.folder), path);
}

/** The file, unless its path leads out of the folder. */
function within(folder: string, path: string): string | undefined {
  const file = resolve(folder, path);
  return file.startsWith(folder + sep) ? file : undefined;
}
