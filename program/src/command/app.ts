import { createInterface } from 'node:readline/promises';
import { exitCodes, readArguments, UsageError } from '@plumbline/command';
import { apps, borrowSecretKey, readSettings, SettingsError } from '@plumbline/config';
import { createLog } from '@plumbline/log';
import { type AppRemains, removeApp } from '../removeApp';
import { demandInstallation } from '../start/demandInstallation';

/** Looks after apps of others: removes what one has left behind, when it was told what that is. */
export async function app([first, ...others]: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { words, flags, rest } = readArguments(others, { flags: ['yes'] });
  const [name, ...more] = words;
  if (first !== 'remove' || name === undefined || more.length > 0)
    throw new UsageError('Say which app is to be removed: plumbline app remove NAME');
  if ((apps as readonly string[]).includes(name) || !/^[a-z][a-z0-9]{1,30}$/.test(name))
    throw new UsageError(`${name} is no app that could be removed.`);
  const settings = await demandInstallation(readSettings(env, rest), borrowSecretKey);
  if (settings.loadedApps.some((loaded) => loaded.name === name))
    throw new SettingsError([
      `PLUMBLINE_APPS names ${name}. Take it out, stop Plumbline, and give this command again.`,
    ]);
  const log = createLog({ name: 'app', level: 'error', destination: process.stderr });
  const left = await removeApp(settings, name, log, async (remains) => {
    process.stdout.write(describe(name, remains));
    return flags.has('yes') || confirmed(name);
  });
  if (left === undefined) {
    process.stdout.write('Nothing was removed.\n');
    return exitCodes.failed;
  }
  process.stdout.write(left.length === 0 ? `${name} is removed.\n` : `${name} is removed, but\n${lines(left)}`);
  return left.length === 0 ? exitCodes.done : exitCodes.flawed;
}

function describe(name: string, { objects, namings }: AppRemains): string {
  const own = [...objects].map(([model, count]) => `${name}.${model} (${count})`);
  const others = [...namings].map(([plural, count]) => `${plural} (${count})`);
  return [
    `What goes with ${name}, for ever:\n`,
    own.length > 0 ? `its tables, with their objects:\n${lines(own)}` : 'no tables: it has none on this server.\n',
    others.length > 0
      ? `what names its models; what names others as well stays, and names these no longer:\n${lines(others)}`
      : '',
  ].join('');
}

const lines = (texts: readonly string[]): string => texts.map((text) => `  ${text}\n`).join('');

/** Whether whoever sits at the terminal, or what is read in its place, says the name again. */
async function confirmed(name: string): Promise<boolean> {
  const reader = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  try {
    process.stderr.write(`Type ${name} to remove it: `);
    for await (const line of reader) return line.trim() === name;
    return false;
  } finally {
    reader.close();
  }
}
