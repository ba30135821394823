import { readFile } from 'node:fs/promises';
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

/** What to say of a file or folder that a command was told to write and could not. */
export function notWritten(path: string, error: unknown): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'EISDIR' ? aFolder(path) : new Error(`${path} cannot be written: ${message}`);
}

const aFolder = (path: string): Error => new UsageError(`${path} is a folder: name a file in it.`);
