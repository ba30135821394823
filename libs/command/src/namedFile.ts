import { readFile, stat } from 'node:fs/promises';
import { UsageError } from './usageError';

/** The bytes of a file that a command was told of. */
export async function readNamed(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw notRead(file, error);
  }
}

/** What to say of a file that a command was told to read and could not. */
export function notRead(file: string, error: unknown): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new UsageError(`There is no file ${file}.`);
  if (code === 'EISDIR') return aFolder(file);
  return new Error(`${file} cannot be read: ${message}`);
}

/** What to say of a file that a command was told to write and could not. */
export const notWritten = (file: string, error: unknown): Error =>
  (error as NodeJS.ErrnoException).code === 'EISDIR' ? aFolder(file) : unwritable(file, error);

/** What to say of a file or folder that could not be written, with what the system says. */
export const unwritable = (path: string, error: unknown): Error =>
  new Error(`${path} cannot be written: ${(error as Error).message}`);

/** Refuses a folder in the place of a file that a command was told to write, before anybody has gone to any length for it. */
export async function refuseFolder(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) throw aFolder(file);
}

const aFolder = (path: string): Error => new UsageError(`${path} is a folder: name a file in it.`);
