import { chownSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Account } from './account';
import type { ServerFolder } from './serverFolder';

/** How long the path of a socket may be on the systems we run on, macOS being the strictest. */
const longestPath = 103;

/** What of a path would have to be quoted in a list of folders. */
const special = /[",\\\s]/;

/**
 * Makes the folder of the server's socket anew: a round trip over a socket of the machine itself takes two thirds of one
 * over TCP. Undefined where the file system has no sockets, or the path is too long for one: the server is then reached
 * over TCP alone.
 */
export async function prepareSocketFolder(folder: ServerFolder, account?: Account): Promise<string | undefined> {
  if (special.test(folder.socket) || socketPath(folder, 65_535).length > longestPath) return undefined;
  // Whoever gets here runs the server: a killed one has left its socket, and a lock on it.
  rmSync(folder.socket, { recursive: true, force: true });
  mkdirSync(folder.socket, { mode: 0o700 });
  if (!(await takesSockets(folder.socket))) return undefined;
  if (account !== undefined) chownSync(folder.socket, account.uid, account.gid);
  return folder.socket;
}

/** Whether a running server can be reached over its socket. */
export const hasSocket = (folder: ServerFolder, port: number): boolean => existsSync(socketPath(folder, port));

const socketPath = ({ socket }: ServerFolder, port: number): string => join(socket, `.s.PGSQL.${port}`);

const takesSockets = (folder: string): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(join(folder, 'trial'), () => server.close(() => resolve(true)));
  });
