import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { commandLine, isAlive } from '../ownership/processIdentity';

/** What a running server writes about itself into `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  /** The data directory it works on, by the name it was told. */
  folder: string;
  port: number;
  /** `starting`, `standby` while it goes through an archive and lets nobody in, `ready`, `stopping`. */
  status: string;
}

/** Reads `postmaster.pid` of a data directory; undefined when there is none or it is not complete yet. */
export function readPostmaster(data: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(pidFile(data), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const [pid, folder = '', , port, , , , status = ''] = lines;
  return pid ? { pid: Number(pid), folder, port: Number(port), status: status.trim() } : undefined;
}

/**
 * Ends whatever a killed run left behind: a server that still works on this data directory is shut down, a lock file
 * whose process id now belongs to a stranger is removed. PostgreSQL itself copes with the id of a process that is gone.
 */
export async function clearLeftovers(data: string): Promise<void> {
  const left = readPostmaster(data);
  if (left === undefined || !isAlive(left.pid)) return;
  if (commandLine(left.pid)?.includes(data)) await shutDown(left.pid);
  else rmSync(pidFile(data), { force: true });
}

/** Shuts the server down: at once but cleanly, and after 15 seconds without waiting for anything. */
export async function shutDown(pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  if (await ended(pid, 15_000)) return;
  signal(pid, 'SIGQUIT');
  await ended(pid, 5000);
}

async function ended(pid: number, milliseconds: number): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; ) {
    if (commandLine(pid) === undefined || commandLine(pid) === '') return true;
    await delay(20);
  }
  return false;
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself.
  }
}

const pidFile = (data: string) => join(data, 'postmaster.pid');
