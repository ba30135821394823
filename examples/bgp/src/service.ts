import { join } from 'node:path';
import type { ServiceDefinition } from '@plumbline/engine';
import { modelsOf } from '@plumbline/model';
import * as models from './models';
import { addressSessions } from './panels/addressSessions';
import { deviceSessions } from './panels/deviceSessions';
import { addressesStayOfHosts } from './rules/addressesStayOfHosts';

/** Who speaks BGP with whom. */
export const service: ServiceDefinition = {
  app: 'bgp',
  root: 'plugins/bgp',
  about: {
    name: 'BGP',
    version: '0.1.0',
    description: 'Autonomous systems, and the sessions in which their routers tell one another of routes (RFC 4271).',
    author: 'Plumbline',
  },
  ...modelsOf(models),
  views: [addressSessions, deviceSessions],
  validators: [addressesStayOfHosts],
  migrations: join(__dirname, '../migrations'),
};
