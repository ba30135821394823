import { nkeySeed } from '@plumbline/bus';
import { exitCodes } from '@plumbline/command';
import { appsOf, brokerPurpose, demandSecretKey, keyFor, partsAmong, readSettings } from '@plumbline/config';
import { keysOfPart } from '@plumbline/process';

/** Prints the keys of one part, to be given to it in the place of the secret key. */
export async function keys([name, ...rest]: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const given = readSettings(env, rest);
  const parts = partsAmong(appsOf(given));
  const part = parts.find((one) => one === name);
  if (part === undefined) {
    process.stderr.write(`Say whose keys: plumbline keys PART, which is one of ${parts.join(', ')}.\n`);
    return exitCodes.settings;
  }
  const settings = await demandSecretKey(given);
  // Who reads change records is no part of Plumbline and has a client of its own.
  const text =
    part === 'reader' ? nkeySeed(keyFor(brokerPurpose(part), settings.secretKey)) : keysOfPart(part, settings);
  process.stdout.write(`${text}\n`);
  return exitCodes.done;
}
