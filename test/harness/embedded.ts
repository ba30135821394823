import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The PostgreSQL server that a program runs in its data folder. */
export interface Embedded {
  /** Its superuser's connection string. */
  url: string;
  /** The pid of its main process, as it is now. */
  pid(): number;
}

/** Finds the embedded server of a program that was started on the folder. */
export function embeddedIn(dataFolder: string): Embedded {
  const folder = join(dataFolder, 'postgres');
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').trim();
  return {
    url: `postgres://plumbline:${read('password')}@127.0.0.1:${read('port')}/plumbline`,
    pid: () => Number(read(join('data', 'postmaster.pid')).split('\n')[0]),
  };
}
