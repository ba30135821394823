import { liesInSettings } from '@plumbline/config';
import { exitCodes } from './exitCodes';
import { outputFailure } from './standardOutput';
import { UsageError } from './usageError';

/** A command that does something and ends: what it was given, and the exit code. */
export type EndingCommand = (argv: readonly string[], env: NodeJS.ProcessEnv) => Promise<number>;

/** The exit code of a command; when it fails, its error is told in a line. */
export async function orTellWhy(command: Promise<number>): Promise<number> {
  try {
    return await command;
  } catch (error) {
    // What standard output did not take is told at the end of the process.
    if (error !== outputFailure()) process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return liesInSettings(error) || error instanceof UsageError ? exitCodes.settings : exitCodes.failed;
  }
}

/** Says what is wrong with a command line. */
export function refuse(sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return exitCodes.settings;
}
