import { join } from 'node:path';
import type { ServiceDefinition } from '@plumbline/engine';
import { modelsOf } from '@plumbline/model';
import * as models from './models';

/** Who uses the network. */
export const tenancyService: ServiceDefinition = {
  app: 'tenancy',
  ...modelsOf(models),
  migrations: join(__dirname, '../migrations'),
};
