import { join } from 'node:path';
import type { LoadedApp } from '@plumbline/config';
import { folderOf } from '@plumbline/loading';
import type { Log } from '@plumbline/log';
import { findFiles, type JobFile } from './findFiles';

/** Where an app has its jobs. */
export const jobsOfApp = ({ from }: LoadedApp): string => join(folderOf(from), 'jobs');

/** The files of apps that may have jobs; their paths begin with the name of the app. */
export async function appFiles(apps: readonly LoadedApp[], log: Log): Promise<JobFile[]> {
  const found = await Promise.all(
    apps.map(async (app) => {
      try {
        const files = await findFiles(jobsOfApp(app));
        return files.map((file) => ({
          ...file,
          moduleName: `${app.name}.${file.moduleName}`,
          path: `${app.name}/${file.path}`,
        }));
      } catch (error) {
        log.warn({ app: app.name, error: String(error) }, 'no jobs could be read of an app');
        return [];
      }
    }),
  );
  return found.flat();
}
