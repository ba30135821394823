import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { notFound } from './secretProblem';

/** Bytes a secret may have. */
const largest = 64 * 1024;

/**
 * The text of a file in the folder that the operator has set aside for secrets. Of everything else one learns nothing,
 * not even whether it is there: links are followed first, and only ordinary files are read.
 */
export async function readSecretFile(path: string, folder: string | undefined): Promise<string> {
  const text = folder === undefined ? undefined : await readWithin(path, folder).catch(() => undefined);
  if (text === undefined) throw notFound(`File "${path}" not found!`);
  return text;
}

async function readWithin(path: string, folder: string): Promise<string | undefined> {
  const [real, allowed] = await Promise.all([realpath(path), realpath(folder)]);
  if (!real.startsWith(allowed.endsWith(sep) ? allowed : allowed + sep)) return undefined;
  // Whatever waits for somebody, such as a pipe, is not waited for.
  const file = await open(real, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = await file.stat();
    return stat.isFile() && stat.size <= largest ? (await file.readFile('utf8')).trimEnd() : undefined;
  } finally {
    await file.close();
  }
}
