import { createHash } from 'node:crypto';
import { chmodSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { makeDataFolder, makeFolder } from '@plumbline/config';
import type { Log } from '@plumbline/log';
import { type Account, canReach } from './account';

/** Where the data goes when the server's account cannot reach the folder that was asked for. */
const reachableFallback = '/var/lib/plumbline';

/** Where everything of the embedded server is kept. */
export interface ServerFolder {
  path: string;
  /** PostgreSQL's own data directory. */
  data: string;
  /** The superuser's password, readable only by whoever runs Plumbline. */
  password: string;
  /** The port the server listens on, for other processes to find. */
  port: string;
  /** The folder of the socket that processes of this machine reach the server by, where there is one. */
  socket: string;
  /** Which Plumbline process runs the server. */
  owner: string;
  /** What the server says. */
  log: string;
}

const instead = (wanted: string, fallback: string): string =>
  join(fallback, createHash('sha1').update(wanted).digest('hex').slice(0, 12));

/** Where the folder of the server may be for a data folder. */
export const serverPaths = (dataDir: string): string[] => {
  const wanted = resolve(dataDir);
  return [wanted, instead(wanted, reachableFallback)].map((folder) => join(folder, 'postgres'));
};

/** Makes the folder of the server inside `dataDir`, or elsewhere (and says so) when the account cannot get there. */
export function openServerFolder(
  dataDir: string,
  account: Account | undefined,
  log: Log,
  fallback = reachableFallback,
): ServerFolder {
  const wanted = resolve(dataDir);
  const path = join(reachable(wanted, account, log, fallback), 'postgres');
  makeFolder(path, 0o711);
  chmodSync(path, 0o711);
  return {
    path,
    data: join(path, 'data'),
    password: join(path, 'password'),
    port: join(path, 'port'),
    socket: join(path, 'socket'),
    owner: join(path, 'owner'),
    log: join(path, 'server.log'),
  };
}

function reachable(wanted: string, account: Account | undefined, log: Log, fallback: string): string {
  makeDataFolder(wanted);
  if (account === undefined || canReach(account, wanted)) return wanted;
  if (canReach(account, dirname(wanted))) {
    // Only the data folder itself is closed: letting others pass, though not look, is enough.
    chmodSync(wanted, (statSync(wanted).mode & 0o7777) | 0o011);
    return wanted;
  }
  const used = instead(wanted, fallback);
  makeFolder(used, 0o755);
  log.warn(
    { wanted, used, account: account.name },
    'The account PostgreSQL runs under cannot reach the data folder, so the database is kept elsewhere. ' +
      'Set PLUMBLINE_DATA to a folder whose parents everybody may pass through to choose the place.',
  );
  return used;
}
