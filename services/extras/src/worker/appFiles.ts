import { join } from 'node:path';
import type { LoadedApp } from '@plumbline/config';
import { folderOf } from '@plumbline/loading';
import type { Log } from '@plumbline/log';
import { findFiles, type JobFile, type TellOfLimit } from './findFiles';

/** Where an app has its jobs. */
export const jobsOfApp = ({ from }: LoadedApp): string => join(folderOf(from), 'jobs');

/** The files of apps that may have jobs; their paths begin with the name of the app. */
export async function appFiles(apps: readonly LoadedApp[], log: Log, tellOfLimit: TellOfLimit): Promise<JobFile[]> {
  const found: JobFile[] = [];
  for (const app of apps) {
    const folder = folderOfJobs(app, log);
    if (folder === undefined) continue;
    for (const file of await findFiles(folder, tellOfLimit))
      found.push({ ...file, moduleName: `${app.name}.${file.moduleName}`, path: `${app.name}/${file.path}` });
  }
  return found;
}

function folderOfJobs(app: LoadedApp, log: Log): string | undefined {
  try {
    return jobsOfApp(app);
  } catch (error) {
    log.warn({ app: app.name, error: String(error) }, 'no jobs could be read of an app');
    return undefined;
  }
}
