import { type App, apps, type LoadedApp, type Settings, SettingsError } from '@plumbline/config';
import type { ServiceDefinition } from '@plumbline/engine';
import type { Log } from '@plumbline/log';
import { circuitsService } from '@plumbline/service-circuits';
import { dcimService } from '@plumbline/service-dcim';
import { extrasService } from '@plumbline/service-extras';
import { ipamService } from '@plumbline/service-ipam';
import { tenancyService } from '@plumbline/service-tenancy';
import { usersService } from '@plumbline/service-users';
import { virtualizationService } from '@plumbline/service-virtualization';
import { type RefusedApp, takeApps } from '../apps/takeApps';

/** The domain applications a process knows of: those that come with the program, and apps that were loaded. */
export interface Services {
  /** Their names, ours first. */
  apps: readonly App[];
  /** What an application is made of; throws when there is none of the name. */
  of(app: App): ServiceDefinition;
  all: readonly ServiceDefinition[];
  /** The apps that were not taken, and why. */
  refused: readonly RefusedApp[];
}

const own: Readonly<Record<(typeof apps)[number], ServiceDefinition>> = {
  circuits: circuitsService,
  dcim: dcimService,
  extras: extrasService,
  ipam: ipamService,
  tenancy: tenancyService,
  users: usersService,
  virtualization: virtualizationService,
};

function servicesAmong(all: readonly ServiceDefinition[], refused: readonly RefusedApp[]): Services {
  const byApp = new Map(all.map((service) => [service.app, service]));
  return {
    apps: [...byApp.keys()],
    of: (app) => byApp.get(app) ?? fail(app),
    all,
    refused,
  };
}

function fail(app: App): never {
  throw new TypeError(`there is no application ${app}`);
}

/** Those that come with the program. */
export const ownServices: Services = servicesAmong(
  apps.map((app) => own[app]),
  [],
);

/** What was made of apps that settings name: a process loads each once. */
const loaded = new WeakMap<readonly LoadedApp[], Services>();

/** All that settings tell of; apps that cannot be loaded, or are not as they have to be among the others, are left out. */
export function servicesOf({ loadedApps }: Pick<Settings, 'loadedApps'>): Services {
  if (loadedApps.length === 0) return ownServices;
  const known = loaded.get(loadedApps);
  if (known) return known;
  const { taken, refused } = takeApps(loadedApps, ownServices.all);
  const services = servicesAmong([...ownServices.all, ...taken], refused);
  loaded.set(loadedApps, services);
  return services;
}

/** The same for what is started, which says what apps it leaves out, and why. */
export function servicesToStart(settings: Pick<Settings, 'loadedApps'>, log: Log): Services {
  const services = servicesOf(settings);
  for (const { name, problems } of services.refused)
    log.error({ app: name, problems }, `The app ${name} is left out: ${problems.join(' ')}`);
  return services;
}

/** The same for a command, which must not go on as if an app that settings name were not there: throws with what is wrong. */
export function allServicesOf(settings: Pick<Settings, 'loadedApps'>): Services {
  const services = servicesOf(settings);
  const lines = services.refused.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`));
  if (lines.length > 0) throw new SettingsError(['PLUMBLINE_APPS names apps that cannot be used.', ...lines]);
  return services;
}
