import {
  type App,
  appsOf,
  databaseUrlOf,
  type Part,
  partKeys,
  readReplicaUrlOf,
  type Settings,
  SettingsError,
} from '@plumbline/config';
import { asService, roleOf } from '@plumbline/store';
import { replicaUrls, rolesOf } from './databases';

/** The keys of one part, with those of the database roles it uses on the server that services share, where they do. */
export function keysOfPart(part: Part, settings: Settings, databaseUrl = settings.databaseUrl): string {
  // Jobs may be commands of the program: a dump reads the databases of all services.
  const services = appsOf(settings);
  const used = part === 'worker' ? services : services.filter((app) => app === part);
  const sharing = used.filter((app) => databaseUrl !== undefined && settings.databaseUrls[app] === undefined);
  const roles = sharing.map((app) => roleOf(databaseUrl!, app, rolesOf(settings)));
  return partKeys(part, settings.secretKey, roles, services);
}

/** Who is handed what it needs by a deployment: the parts of the split form, or all of them in one process. */
export const recipientsAmong = (services: readonly App[]): readonly Recipient[] => [
  'gateway',
  ...services,
  'worker',
  'all',
];
export type Recipient = Part | 'all';

/** A setting that a part is handed, and the file it stands in. */
export interface Handed {
  variable: string;
  file: string;
  value: string;
}

/**
 * What a process is told so that it needs neither the secret key nor a role that may make others: its keys, and the
 * addresses of its databases and their replicas as the service's own role.
 */
export function handedTo(recipient: Recipient, settings: Settings): Handed[] {
  const services = appsOf(settings);
  // One process with everything has all keys.
  const key = recipient === 'all' ? settings.secretKey : partKeys(recipient, settings.secretKey, [], services);
  const databases = databasesOf(recipient, services).flatMap((app): Handed[] => [
    { variable: databaseUrlOf(app).variable!, file: `${app}-database-url`, value: ownUrl(app, settings) },
    {
      variable: readReplicaUrlOf(app).variable!,
      file: `${app}-read-replica-url`,
      value: replicaUrls(app, settings).join(','),
    },
  ]);
  return [{ variable: 'PLUMBLINE_SECRET_KEY', file: 'secret-key', value: key }, ...databases];
}

function databasesOf(recipient: Recipient, services: readonly App[]): readonly App[] {
  if (recipient === 'all') return services;
  if (recipient === 'worker') return ['extras'];
  return services.filter((app) => app === recipient);
}

function ownUrl(app: App, settings: Settings): string {
  const { databaseUrl, databaseUrls } = settings;
  const url = databaseUrls[app] ?? (databaseUrl && asService(databaseUrl, app, rolesOf(settings)));
  if (url) return url;
  throw new SettingsError([
    `${app} has no database to be told of: set DATABASE_URL, or ${app.toUpperCase()}_DATABASE_URL.`,
  ]);
}
