import { execFile } from 'node:child_process';
import { entry, type Program } from './program';

/** What `plumbline audit` said. */
export interface AuditOutcome {
  exitCode: number;
  /** A line for each finding, without the last line. */
  findings: string[];
  text: string;
}

/** Runs `plumbline audit` beside a running program. */
export function audit({ env }: Pick<Program, 'env'>, ...options: string[]): Promise<AuditOutcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, [entry, 'audit', ...options], { env }, (error, stdout, stderr) => {
      const lines = stdout.trim().split('\n');
      const exitCode = error ? Number(error.code ?? -1) : 0;
      resolve({ exitCode, findings: lines.slice(0, -1), text: `${stdout}\n${stderr}` });
    });
  });
}
