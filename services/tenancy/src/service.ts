import { join } from 'node:path';
import type { ServiceDefinition } from '@plumbline/engine';
import { Tenant, TenantGroup } from './models';

/** Who uses the network. */
export const tenancyService: ServiceDefinition = {
  app: 'tenancy',
  models: [TenantGroup, Tenant],
  migrations: join(__dirname, '../migrations'),
};
