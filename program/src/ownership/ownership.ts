import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isAlive, processIdentity } from './processIdentity';

/** Found once: on macOS it is asked of another program. */
let own: string | undefined;
const ownIdentity = (): string => {
  own ??= processIdentity(process.pid) ?? String(process.pid);
  return own;
};

/**
 * Takes a right that one process has at a time, recorded in a file so that it ends with the process that holds it, however
 * that ends. False when another living process holds it; a process that has it is given it again.
 */
export function takeOwnership(file: string): boolean {
  const mine = ownIdentity();
  // Whoever finds it taken writes nothing: the disk may be full.
  const found = readHolder(file);
  if (found !== undefined && found !== mine && isLiving(found)) return false;
  const written = `${file}.${process.pid}`;
  writeFileSync(written, mine, { mode: 0o644 });
  try {
    for (;;) {
      if (wasPut(written, file)) return true;
      const holder = readHolder(file);
      if (holder === mine) return true;
      if (holder === undefined) continue;
      if (isLiving(holder)) return false;
      removeLeftover(file, holder, written);
    }
  } finally {
    rmSync(written, { force: true });
  }
}

/** Gives the right back. */
export function releaseOwnership(file: string): void {
  rmSync(file, { force: true });
}

/** Gives a file that is written already a second name, unless there is one of that name: nobody ever reads half of it. */
function wasPut(written: string, name: string): boolean {
  try {
    linkSync(written, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes what a process left that is gone. One at a time: of two who have read it, the later would remove what the
 * earlier has put in its place.
 */
function removeLeftover(file: string, holder: string, written: string): void {
  const turn = `${file}.turn`;
  if (!wasPut(written, turn)) {
    const other = readHolder(turn);
    if (other !== undefined && !isLiving(other)) rmSync(turn, { force: true });
    return;
  }
  try {
    if (readHolder(file) === holder) rmSync(file, { force: true });
  } finally {
    rmSync(turn, { force: true });
  }
}

function isLiving(holder: string): boolean {
  const pid = Number.parseInt(holder, 10);
  return pid > 0 && isAlive(pid) && processIdentity(pid) === holder;
}

function readHolder(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
