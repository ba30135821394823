import { readFileSync } from 'node:fs';

const page = 4096;

/** Bytes of memory a process holds, where the system tells. */
export function memoryOf(pid: number | undefined): number | undefined {
  try {
    const [, resident] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return Number(resident) * page;
  } catch {
    return undefined;
  }
}
