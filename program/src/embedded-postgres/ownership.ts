import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { processIdentity } from './processIdentity';

/**
 * Takes the right to run the server, recorded in a file so that it ends with the process that holds it, however that
 * ends. False when another living process holds it.
 */
export function takeOwnership(file: string): boolean {
  const mine = processIdentity(process.pid) ?? String(process.pid);
  for (;;) {
    try {
      writeFileSync(file, mine, { flag: 'wx', mode: 0o644 });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = readHolder(file);
    if (holder !== undefined && holder !== mine && processIdentity(Number.parseInt(holder, 10)) === holder)
      return false;
    rmSync(file, { force: true });
  }
}

/** Gives the right back. */
export function releaseOwnership(file: string): void {
  rmSync(file, { force: true });
}

function readHolder(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
