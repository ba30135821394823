import { ensureSecretKey, readSettings, SettingsError } from '@plumbline/config';
import { createLog } from '@plumbline/log';
import { type Imported, importServer } from '../import';
import { courseOn } from './course';
import { exitCodes } from './exit-codes';
import { readArguments } from './read-arguments';

/** Copies a running server into an empty one, or into a file. */
export async function importFrom(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const given = readArguments(argv, { flags: ['reset', 'without-changes'], values: ['from-url', 'token', 'to'] });
  const url = given.values.get('from-url');
  const token = given.values.get('token') || env.IMPORT_TOKEN;
  if (!url || !token || given.words.length > 0)
    throw new SettingsError([
      'Say which server is to be copied, and with which token (or put it into IMPORT_TOKEN): plumbline import --from-url URL --token TOKEN',
    ]);
  const settings = await ensureSecretKey({ ...readSettings(env, given.rest), target: 'all' });
  const course = courseOn(process.stderr);
  const tell = (text: string) => {
    course.end();
    process.stdout.write(`${text}\n`);
  };
  const imported = await importServer(settings, {
    url,
    token,
    to: given.values.get('to') || undefined,
    reset: given.flags.has('reset'),
    withoutChanges: given.flags.has('without-changes'),
    log: createLog({ name: 'import', level: 'error', destination: process.stderr }),
    progress: course.progress,
    found: tell,
    notice: tell,
    note: tell,
  });
  course.end();
  return verdict(imported, given.values.get('to'), tell) ? exitCodes.done : exitCodes.flawed;
}

/** Tells how the two servers compare; whether all is as it should be. */
function verdict(
  { objects, findings, comparisons }: Imported,
  file: string | undefined,
  tell: (text: string) => void,
): boolean {
  let differing = 0;
  for (const { endpoint, there, here, mayBeMore } of comparisons) {
    if (there === here) continue;
    const expected = mayBeMore && here > there;
    if (!expected) differing += 1;
    tell(`${endpoint}: ${there} there, ${here} here${expected ? ', with those who could sign in here before' : ''}.`);
  }
  const count = objects.toLocaleString('en');
  if (comparisons.length > 0)
    tell(
      `${count} objects copied; of ${comparisons.length} lists ${comparisons.length - differing} are as long as there. ${findings} findings.`,
    );
  else tell(`${count} objects copied. Read them with: plumbline restore ${file}`);
  return differing === 0 && findings === 0;
}
