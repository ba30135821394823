import type { App } from '@plumbline/config';
import type { ServiceDefinition } from '@plumbline/engine';
import { circuitsService } from '@plumbline/service-circuits';
import { dcimService } from '@plumbline/service-dcim';
import { extrasService } from '@plumbline/service-extras';
import { ipamService } from '@plumbline/service-ipam';
import { tenancyService } from '@plumbline/service-tenancy';
import { usersService } from '@plumbline/service-users';
import { virtualizationService } from '@plumbline/service-virtualization';

/** Every domain application there is. */
export const definitions: Record<App, ServiceDefinition> = {
  circuits: circuitsService,
  dcim: dcimService,
  extras: extrasService,
  ipam: ipamService,
  tenancy: tenancyService,
  users: usersService,
  virtualization: virtualizationService,
};
