import { join } from 'node:path';
import type { ServiceDefinition } from '@plumbline/engine';
import { modelsOf } from '@plumbline/model';
import { availableIps } from './actions/availableIps';
import { availablePrefixes } from './actions/availablePrefixes';
import { prefixUtilization } from './actions/prefixUtilization';
import { closestParents } from './audits/closestParents';
import * as models from './models';
import { seedGlobalNamespace } from './seed/seedGlobalNamespace';

const { version } = require('../package.json') as { version: string };

/** Which addresses there are, and who has them. */
export const ipamService: ServiceDefinition = {
  app: 'ipam',
  title: 'IPAM',
  version,
  ...modelsOf(models),
  actions: [availableIps, availablePrefixes],
  views: [prefixUtilization],
  migrations: join(__dirname, '../migrations'),
  seed: seedGlobalNamespace,
  audits: [closestParents],
};
