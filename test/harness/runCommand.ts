import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { entry, secretKey } from './program';

/** How a command ended, and everything it said. */
export interface Outcome {
  exitCode: number;
  text: string;
}

/** Runs one of the program's commands until it ends, with no other settings and no other input than those given. */
export const runCommand = (args: string[], env: Record<string, string>, input = ''): Promise<Outcome> =>
  new Promise((resolve) => {
    const given = { PATH: process.env.PATH, PLUMBLINE_SECRET_KEY: secretKey, ...env };
    const command = execFile(
      process.execPath,
      [entry, ...args],
      { env: given, cwd: tmpdir() },
      (error, stdout, stderr) => resolve({ exitCode: error ? Number(error.code ?? -1) : 0, text: stdout + stderr }),
    );
    // A command that reads nothing may have ended by now.
    command.stdin!.on('error', () => {}).end(input);
  });
