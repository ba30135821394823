import { join } from 'node:path';
import type { ServiceDefinition } from '@plumbline/engine';
import { modelsOf } from '@plumbline/model';
import * as models from './models';

const { version } = require('../package.json') as { version: string };

/** Who uses the network. */
export const tenancyService: ServiceDefinition = {
  app: 'tenancy',
  title: 'Tenancy',
  version,
  ...modelsOf(models),
  migrations: join(__dirname, '../migrations'),
};
