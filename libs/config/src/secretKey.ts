import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { chmod, link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataFolder, unusableDataFolder } from './dataFolder';
import type { Settings } from './settings';
import { SettingsError } from './settingsError';

const fileName = 'secret-key';

/**
 * Returns the settings with their secret key: the one that was set, else the one kept in the data folder, else a new
 * one that is kept there from now on, readable by its owner only. Processes that start together agree on one key.
 */
export async function ensureSecretKey(settings: Settings): Promise<Settings> {
  if (settings.secretKey !== '') return settings;
  return { ...settings, secretKey: await keyIn(settings.dataDir) };
}

/**
 * The settings with the secret key there is; where there is none, with one that is kept nowhere: for what can do without
 * the key of the others.
 */
export async function borrowSecretKey(settings: Settings): Promise<Settings> {
  return hasSecretKey(settings) ? ensureSecretKey(settings) : { ...settings, secretKey: newKey() };
}

/** The settings with the secret key there is, for what is of use with the key of the others alone: one made up here would be nobody else's. */
export async function demandSecretKey(settings: Settings): Promise<Settings> {
  const { dataDir } = settings;
  if (!hasSecretKey(settings))
    throw new SettingsError([
      `PLUMBLINE_SECRET_KEY is missing, and ${dataDir} keeps none: give the key that the other processes have, or name the folder where they keep it (--data=FOLDER or PLUMBLINE_DATA). Where there is none yet, \`plumbline migrate\` makes it.`,
    ]);
  return ensureSecretKey(settings);
}

/** Whether there is a secret key to be had: it was set, or the data folder keeps one. A folder that cannot be looked into is a `SettingsError`. */
export function hasSecretKey({ dataDir, secretKey }: Settings): boolean {
  if (secretKey !== '') return true;
  try {
    return statSync(join(dataDir, fileName), { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw unusableDataFolder(dataDir, error);
  }
}

async function keyIn(folder: string): Promise<string> {
  const path = join(folder, fileName);
  makeDataFolder(folder);
  try {
    return (await readKey(path)) ?? (await makeKey(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw unusableDataFolder(folder, error);
  }
}

async function readKey(path: string): Promise<string | undefined> {
  try {
    const key = (await readFile(path, 'utf8')).trim();
    if (key === '') throw new Error(`${path} is empty; restore it, or remove it to have a new key made.`);
    await chmod(path, 0o600);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const newKey = (): string => randomBytes(48).toString('base64url');

/** A link to a finished file appears whole or not at all, and only the first process to make it succeeds. */
async function makeKey(path: string): Promise<string> {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const key = newKey();
  await writeFile(draft, `${key}\n`, { mode: 0o600, flush: true });
  try {
    await link(draft, path);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await readKey(path)) ?? key;
  } finally {
    await rm(draft, { force: true });
  }
}
