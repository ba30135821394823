import { join } from 'node:path';
import type { ServiceDefinition } from '@plumbline/engine';
import { modelsOf } from '@plumbline/model';
import * as models from './models';

export const service: ServiceDefinition = {
  app: '__NAME__',
  root: 'plugins/__NAME__',
  about: { name: '__NAME__', version: '0.1.0' },
  ...modelsOf(models),
  migrations: join(__dirname, '../migrations'),
};
