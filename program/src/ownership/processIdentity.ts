import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Whether a process with this id runs, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Names a process so that another one given the same id later, as happens in containers, is told apart; undefined when
 * it is gone.
 */
export function processIdentity(pid: number): string | undefined {
  const started = process.platform === 'linux' ? startedOnLinux(pid) : askSystem(pid, 'lstart');
  return started && `${pid} ${started}`;
}

/** Names where processes are told apart by their ids: this machine, or this container. */
export function processPlace(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/** The command line of a process; undefined when it is gone. */
export function commandLine(pid: number): string | undefined {
  if (process.platform !== 'linux') return askSystem(pid, 'command');
  return readIfThere(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ');
}

function startedOnLinux(pid: number): string | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The second field is the program's name in parentheses and may hold blanks; the state comes after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, started] = [fields[0], fields[19]];
  return state === 'Z' ? undefined : started;
}

function askSystem(pid: number, column: 'lstart' | 'command'): string | undefined {
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', `${column}=`], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
