import type { ServiceDefinition } from '@plumbline/engine';
import type { Catalog } from '@plumbline/gateway';
import { applicationsOf } from '@plumbline/serving';
import { programVersion } from './version';

/** All endpoints of these services, as the gateway knows them. */
export const endpointCatalog = (services: readonly ServiceDefinition[]): Catalog => ({
  apps: applicationsOf(services),
  version: programVersion(),
});
