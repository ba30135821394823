import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Bytes a file of certificates may have. */
const largest = 1024 * 1024;

/**
 * The certificates in a file on the server; undefined when there are none. Whoever names a file learns nothing else of
 * it, and what waits for somebody, such as a pipe, is not waited for.
 */
export async function readCaFile(path: string): Promise<string | undefined> {
  const text = await readOrdinary(path).catch(() => undefined);
  return text?.includes('-----BEGIN CERTIFICATE-----') ? text : undefined;
}

async function readOrdinary(path: string): Promise<string | undefined> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = await file.stat();
    return stat.isFile() && stat.size <= largest ? await file.readFile('utf8') : undefined;
  } finally {
    await file.close();
  }
}
