import type { App, Settings } from '@plumbline/config';
import type { Log } from '@plumbline/log';
import { rolesOf } from '@plumbline/process';
import { refuseWhileAtWork } from '../dump/consistentSnapshots';
import { attachServices } from '../start/attachedServices';
import { withDatabases } from '../start/withDatabases';
import { refuseUnlessCurrent } from '../start/withServices';
import { dropSchema, objectsOf } from './appSchema';
import { forgetApp } from './forgetApp';
import { namingsOf } from './namings';
import { removeNamings } from './removeNamings';

/** What an app has, and what of others names it. */
export interface AppRemains {
  /** How many objects it has, by model. */
  objects: ReadonlyMap<string, number>;
  /** How many objects of others name its models, by model; those that name others as well stay, and name it no longer. */
  namings: ReadonlyMap<string, number>;
}

/**
 * Removes what an app has left behind: its tables, and all that names its models. Answers what stays although it names
 * them; undefined where `confirm` did not want it. What is removed stops when it is cut off, and goes on when it is begun
 * again. Plumbline must not be running, and the settings must not name the app any more.
 */
export const removeApp = (
  settings: Settings,
  app: App,
  log: Log,
  confirm: (remains: AppRemains) => Promise<boolean>,
): Promise<string[] | undefined> =>
  withDatabases(settings, 'app', log, async (databases, server) => {
    await refuseWhileAtWork(databases);
    await refuseUnlessCurrent(settings, databases, 'app');
    const { engines, detach } = await attachServices(settings, databases, log);
    try {
      const objects = server.url === undefined ? undefined : await objectsOf(server.url, app);
      const namings = await namingsOf(engines.values(), app);
      if (!objects && namings.length === 0) throw new Error(`There is nothing of an app ${app} in these databases.`);
      const counts = new Map<string, number>();
      for (const { model, ids } of namings) counts.set(model.plural, (counts.get(model.plural) ?? 0) + ids.length);
      if (!(await confirm({ objects: objects ?? new Map(), namings: counts }))) return undefined;
      const left = await removeNamings(namings, app);
      await forgetApp(databases, app);
      if (server.url !== undefined) await dropSchema(server.url, app, rolesOf(settings));
      return left;
    } finally {
      await detach();
    }
  });
