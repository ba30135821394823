import { makeFolder } from './makeFolder';
import { SettingsError } from './settingsError';

/** Makes the data folder and those above it; throws a `SettingsError` where there can be none. */
export function makeDataFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw unusableDataFolder(folder, error);
  }
}

/** What a start changes nothing about, as against a full disk. */
const lasting = new Set(['EACCES', 'EEXIST', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'ENOENT', 'ENOTDIR', 'EPERM', 'EROFS']);

/** That the data folder cannot be used, for those who named it: a `SettingsError` unless another start may find it well. */
export function unusableDataFolder(folder: string, error: unknown): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  const sentence = `The data folder ${folder} cannot be used: ${message}. Let this account read and write there, or name another folder: --data=FOLDER or PLUMBLINE_DATA.`;
  return lasting.has(code ?? '') ? new SettingsError([sentence]) : new Error(sentence, { cause: error });
}
