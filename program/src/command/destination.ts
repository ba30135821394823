import type { Arguments } from '@plumbline/command';
import { UsageError } from '@plumbline/command';
import { demandSecretKey, type Settings } from '@plumbline/config';
import type { Destination } from '../import/apply/reachPlumbline';
import { demandInstallation } from '../start/demandInstallation';

/** The options that say where objects are to go. */
export const destinationValues = ['into', 'into-token', 'user'];

/** The settings to work with: a Plumbline elsewhere needs nothing of this machine, and one here has to be here already. */
export async function settingsFor({ url }: Destination, read: Settings): Promise<Settings> {
  return url ? { ...read, target: 'all' } : demandInstallation(read, demandSecretKey);
}

/** Where objects are to go: the Plumbline of these settings, or the one that `--into` names. */
export function readDestination({ values }: Arguments, env: NodeJS.ProcessEnv): Destination {
  const url = values.get('into') || undefined;
  const token = values.get('into-token') || env.INTO_TOKEN || undefined;
  if (url && !token)
    throw new UsageError(
      'Say with which token to write there, or put it into INTO_TOKEN: --into URL --into-token TOKEN',
    );
  if (url && !/^https?:\/\//.test(url))
    throw new UsageError(`${url} is not the address of a server, such as https://plumbline.example.org.`);
  return { url, token, user: values.get('user') || undefined };
}
