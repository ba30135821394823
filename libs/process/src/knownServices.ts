import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App, apps } from '@plumbline/config';
import type { VersionedManifest } from '@plumbline/engine';
import type { Application } from './application';

/** What a service said of itself when this version was built: what is known of it before it is asked. */
export interface KnownService extends VersionedManifest {
  application: Application;
}

/** Where that is kept, as `npm run generate` writes it. */
export const knownServiceFile = (app: App): string => join(__dirname, '../manifests', `${app}.json`);

/** What the services that come with the program said of themselves. */
export const knownServices = (): KnownService[] =>
  apps.map((app) => JSON.parse(readFileSync(knownServiceFile(app), 'utf8')) as KnownService);
