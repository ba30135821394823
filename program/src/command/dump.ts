import { exitCodes, readArguments, UsageError } from '@plumbline/command';
import { borrowSecretKey, readSettings } from '@plumbline/config';
import { createLog } from '@plumbline/log';
import { writeDump } from '../dump';
import { demandInstallation } from '../start/demandInstallation';
import { showProgress } from './progress';

/** Writes everything there is into a file, or to standard output. */
export async function dump(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { flags, words, rest } = readArguments(argv, { flags: ['without-changes', 'half-restored'] });
  if (words.length > 1)
    throw new UsageError(`A dump goes into one file, not into ${words.join(' and ')}: plumbline dump FILE`);
  const settings = await demandInstallation(readSettings(env, rest), borrowSecretKey);
  const course = showProgress(process.stderr);
  const began = Date.now();
  const total = await writeDump(settings, words[0], {
    withoutChanges: flags.has('without-changes'),
    halfRestored: flags.has('half-restored'),
    progress: course.progress,
    log: createLog({ name: 'dump', level: 'error', destination: process.stderr }),
  });
  course.end();
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  process.stderr.write(`${total.toLocaleString('en')} objects in ${seconds} s.\n`);
  return exitCodes.done;
}
