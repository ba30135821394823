import type { App, Settings } from '@plumbline/config';
import type { Log } from '@plumbline/log';
import { replicaUrls } from '@plumbline/process';
import { type Database, openReplicas } from '@plumbline/store';
import { doubtful, type Finding, well } from './finding';

/** Milliseconds within which a replica has to be found, and between looks. */
const patience = 5_000;
const interval = 50;

/** Whether reads may go to the read replicas of each service that has some. */
export async function examineReplicas(
  settings: Settings,
  databases: ReadonlyMap<App, Database>,
  log: Log,
): Promise<Finding[]> {
  const found = await Promise.all(
    [...databases].map(async ([app, primary]): Promise<Finding[]> => {
      const urls = replicaUrls(app, settings);
      return urls.length > 0 ? [await examineOne(app, urls, primary, settings, log)] : [];
    }),
  );
  return found.flat();
}

async function examineOne(
  app: App,
  urls: string[],
  primary: Database,
  { readReplicas, databaseUse }: Settings,
  log: Log,
): Promise<Finding> {
  const about = `${app}: read replicas`;
  if (readReplicas.lag === 0)
    return doubtful(about, 'not used', 'PLUMBLINE_READ_REPLICA_LAG is 0, so that no read goes to one.');
  const options = { primary, poolSize: 1, applicationName: `plumbline doctor ${app}`, use: databaseUse, log };
  const replicas = openReplicas(urls, options)!;
  try {
    const end = Date.now() + patience;
    while (replicas.usable(readReplicas.lag) < replicas.count && Date.now() < end)
      await new Promise((resolve) => setTimeout(resolve, interval));
    const usable = replicas.usable(readReplicas.lag);
    const text = `${usable} of ${replicas.count} within ${readReplicas.lag / 1_000} s of the primary`;
    if (usable === replicas.count) return well(about, text);
    return doubtful(
      about,
      text,
      'The primary answers instead. Look whether the replica runs, streams from this primary (pg_stat_replication there) and lets the role in.',
    );
  } finally {
    await replicas.close();
  }
}
