import { readFileSync } from 'node:fs';

/** Bytes of memory a process holds, where the system tells. */
export function memoryOf(pid: number | undefined): number | undefined {
  try {
    const kibibytes = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
  } catch {
    return undefined;
  }
}
