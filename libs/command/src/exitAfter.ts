import { exitCodes } from './exitCodes';
import { outputFailure, outputTaken, watchOutput } from './standardOutput';

/**
 * Ends the process with the exit code that comes of its work, when all that it wrote has been taken. Where standard output
 * took only a part, because a disk is full or a reader is gone, the work is done to its end, that is told in a line, and the
 * exit code is not that of success.
 */
export async function exitAfter(work: () => Promise<number>): Promise<never> {
  watchOutput();
  const exitCode = await work();
  await outputTaken();
  const failure = outputFailure();
  if (failure === undefined) process.exit(exitCode);
  process.stderr.write(`Not everything could be written to standard output: ${failure.message}\n`);
  process.exit(exitCode || exitCodes.failed);
}
