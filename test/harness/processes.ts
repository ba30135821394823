import { existsSync, readFileSync } from 'node:fs';

/** Sends a signal; a process that is gone already is no mistake. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Whether a process runs; one that has ended may still be known until somebody asks how. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc/self/stat') || !['Z', 'X'].includes(fieldsOf(pid)[0]!);
  } catch {
    return false;
  }
}

/** Processor time a process has used so far, in ticks. */
export function ticksOf(pid: number): number {
  const fields = fieldsOf(pid);
  return Number(fields[11]) + Number(fields[12]);
}

/** What follows the name, which stands in parentheses and may hold anything. */
function fieldsOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** The environment a process was started with. */
export function environmentOf(pid: number): Record<string, string> {
  const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  return Object.fromEntries(
    entries
      .filter((entry) => entry !== '')
      .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );
}
