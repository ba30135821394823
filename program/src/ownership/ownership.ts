import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { isAlive, processIdentity, processPlace } from './processIdentity';

/** Found once: on macOS it is asked of another program. */
let own: string | undefined;
const ownIdentity = (): string => {
  own ??= processIdentity(process.pid) ?? String(process.pid);
  return own;
};

/** As whom a process holds what processes of other containers may hold, too: where it runs is said in a second line. */
export const ownIdentityAnywhere = (): string => `${ownIdentity()}\n${processPlace()}`;

/** How long after it last showed life one counts as living that runs elsewhere, in milliseconds. */
const livesFor = 60_000;
/** How often whoever may be asked for from elsewhere has to show life, in milliseconds. */
export const showLifeEvery = 10_000;

/**
 * Takes a right that one process has at a time, recorded in a file so that it ends with the process that holds it, however
 * that ends. False when another living process holds it; a process that has it is given it again.
 */
export function takeOwnership(file: string, mine = ownIdentity()): boolean {
  // Whoever finds it taken writes nothing: the disk may be full.
  const found = readHolder(file);
  if (found !== undefined && found !== mine && isLiving(file, found)) return false;
  // Where processes of other containers may hold it, too, several have one number.
  const written = `${file}.${mine === ownIdentity() ? process.pid : randomUUID()}`;
  try {
    writeFileSync(written, mine, { mode: 0o644 });
    for (;;) {
      if (wasPut(written, file)) return true;
      const holder = readHolder(file);
      if (holder === mine) return true;
      if (holder === undefined) continue;
      if (isLiving(file, holder)) return false;
      removeLeftover(file, holder, written);
    }
  } finally {
    rmSync(written, { force: true });
  }
}

/** Gives the right back, where it was not taken over by another one meanwhile. */
export function releaseOwnership(file: string, mine = ownIdentity()): void {
  if (readHolder(file) === mine) rmSync(file, { force: true });
}

/** Has those who run elsewhere see that the process lives which holds the right. */
export function showLife(file: string, mine: string): void {
  const now = new Date();
  try {
    if (readHolder(file) === mine) utimesSync(file, now, now);
  } catch {
    // It is tried again.
  }
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
    if (other !== undefined && !isLiving(turn, other)) rmSync(turn, { force: true });
    return;
  }
  try {
    if (readHolder(file) === holder) rmSync(file, { force: true });
  } finally {
    rmSync(turn, { force: true });
  }
}

/** Whether who holds the right that is recorded in a file lives, as far as that can be seen from here. */
function isLiving(file: string, holder: string): boolean {
  const [identity, place] = holder.split('\n');
  if (place !== undefined && place !== processPlace()) return hasShownLife(file);
  const pid = Number.parseInt(holder, 10);
  return pid > 0 && isAlive(pid) && processIdentity(pid) === identity;
}

function hasShownLife(file: string): boolean {
  const shown = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return shown !== undefined && Math.abs(Date.now() - shown) < livesFor;
}

function readHolder(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
