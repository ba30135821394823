import { join } from 'node:path';
import type { ServiceDefinition } from '@plumbline/engine';
import { modelsOf } from '@plumbline/model';
import * as models from './models';

export const service: ServiceDefinition = {
  app: 'firewalls',
  root: 'plugins/firewalls',
  about: { name: 'firewalls', version: '0.1.0' },
  ...modelsOf(models),
  migrations: join(__dirname, '../migrations'),
};
