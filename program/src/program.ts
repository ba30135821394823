import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitAfter } from '@plumbline/command';
import { runCommand } from './command/runCommand';
import { programEntry } from './start/programEntry';

/** Loads whatever a target may run: other commands have no use for it. */
export const loadTargets = (): Promise<typeof import('./start/target')> => import('./start/target.js');

const { version } = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')) as { version: string };

/** Does what the command line asks for, and ends the process. Targets are loaded by `load` when one is to be started. */
export const runProgram = (load: typeof loadTargets): Promise<never> =>
  exitAfter(() =>
    runCommand({
      argv: process.argv.slice(2),
      env: process.env,
      entry: programEntry,
      version,
      startTarget: async (...started) => (await load()).startTarget(...started),
    }),
  );
