import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodes, readArguments, UsageError, unwritable } from '@plumbline/command';
import { appsOf, makeFolder, readSettings, SettingsError } from '@plumbline/config';
import { type Handed, handedTo, recipientsAmong } from './partKeys';

/**
 * Writes what each part needs in the place of the secret key and of the address that may make roles, into a folder of
 * its own in FOLDER: what a deployment does before it starts processes. Doing it again replaces the files.
 */
export async function handOut(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { words, rest } = readArguments(argv, {});
  const [folder, ...parts] = words;
  const settings = readSettings(env, rest);
  const recipients = recipientsAmong(appsOf(settings));
  if (folder === undefined || !parts.every((part) => recipients.includes(part)))
    throw new UsageError(
      `Say where to and to whom: plumbline hand-out FOLDER [PART ...], of ${recipients.join(', ')}.`,
    );
  // A key made up here would be nobody else's.
  if (settings.secretKey === '') throw new SettingsError(['PLUMBLINE_SECRET_KEY is missing: keys are made from it.']);
  // One process with everything has all keys: nothing but the split form's parts are meant unless it is named.
  const meant = parts.length > 0 ? parts : recipients.filter((one) => one !== 'all');
  const files = meant.map((part) => ({ part, handed: handedTo(part, settings) }));
  try {
    for (const { part, handed } of files) writeFiles(join(folder, part), handed);
  } catch (error) {
    throw unwritable(folder, error);
  }
  return exitCodes.done;
}

/** Each value in a file of its own, and all of them as an environment for systemd (`EnvironmentFile=`). */
function writeFiles(folder: string, handed: readonly Handed[]): void {
  makeFolder(folder, 0o700);
  for (const { file, value } of handed) writeFile(folder, file, value === '' ? '' : `${value}\n`);
  const told = handed.filter(({ value }) => value !== '');
  writeFile(folder, 'environment', told.map(({ variable, value }) => `${variable}=${quoted(value)}\n`).join(''));
}

const quoted = (value: string): string => `"${value.replaceAll(/["\\]/g, '\\$&')}"`;

/** A process that starts meanwhile reads a file as it was or as it will be. */
function writeFile(folder: string, name: string, text: string): void {
  const draft = join(folder, `.${name}`);
  rmSync(draft, { force: true });
  writeFileSync(draft, text, { mode: 0o400 });
  renameSync(draft, join(folder, name));
}
