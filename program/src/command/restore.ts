import { exitCodes, readArguments, UsageError } from '@plumbline/command';
import { ensureSecretKey, readSettings } from '@plumbline/config';
import { createLog } from '@plumbline/log';
import { restoreFile } from '../restore';
import { showProgress } from './progress';

/** Restores a dump into an empty server. */
export async function restore(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { flags, words, rest } = readArguments(argv, { flags: ['reset'] });
  const [file] = words;
  if (file === undefined || words.length > 1)
    throw new UsageError('Name the one file that is to be restored: plumbline restore [--reset] FILE');
  const settings = await ensureSecretKey({ ...readSettings(env, rest), target: 'all' });
  const course = showProgress(process.stderr);
  const tell = (text: string) => {
    course.end();
    process.stdout.write(`${text}\n`);
  };
  const began = Date.now();
  const { objects, findings } = await restoreFile(settings, file, {
    reset: flags.has('reset'),
    log: createLog({ name: 'restore', level: 'error', destination: process.stderr }),
    progress: course.progress,
    found: tell,
    notice: tell,
  });
  course.end();
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  process.stderr.write(`${objects.toLocaleString('en')} objects in ${seconds} s; ${findings} findings.\n`);
  return findings === 0 ? exitCodes.done : exitCodes.flawed;
}
