import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serverPaths } from './serverFolder';

/** Whether a database has been made in the data folder, or in its stead where the server's account cannot get there. */
export const hasEmbeddedServer = (dataDir: string): boolean =>
  serverPaths(dataDir).some((path) => existsSync(join(path, 'data')));
