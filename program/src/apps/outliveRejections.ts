import { sep } from 'node:path';
import type { LoadedApp, Settings } from '@plumbline/config';
import { folderOf } from '@plumbline/loading';
import type { Log } from '@plumbline/log';

/**
 * Where apps are loaded, a promise that is rejected while nobody waits for it is told in the log, with the app where that can be
 * seen, and the process goes on: Node would end it, and whatever else runs there with it. Without apps that stays as it is: such a
 * promise is ours then, and a fault to be mended.
 */
export function outliveRejections({ loadedApps, target }: Pick<Settings, 'loadedApps' | 'target'>, log: Log): void {
  if (loadedApps.length === 0) return;
  process.on('unhandledRejection', (error) => {
    const app = appIn(error, loadedApps) ?? loadedApps.find(({ name }) => name === target)?.name;
    const whose = app === undefined ? 'A promise' : `A promise of the app ${app}`;
    log.error({ app, error }, `${whose} was rejected, and nobody waits for it`);
  });
}

/** The app whose file is the first that the stack names. */
function appIn(error: unknown, apps: readonly LoadedApp[]): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const folders = apps.flatMap(({ name, from }) => foldersOf(from).map((folder) => ({ name, folder })));
  for (const line of String(error.stack).split('\n').filter(isFrame)) {
    const found = folders.find(({ folder }) => line.includes(folder + sep));
    if (found) return found.name;
  }
  return undefined;
}

const isFrame = (line: string): boolean => line.startsWith('    at ');

/** None where the package is not installed: nothing of it runs. */
function foldersOf(from: string): string[] {
  try {
    return [folderOf(from)];
  } catch {
    return [];
  }
}
