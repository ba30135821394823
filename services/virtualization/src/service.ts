import { join } from 'node:path';
import {
  contextRequests,
  keepLocalContexts,
  loseAssignments,
  loseLocalContexts,
  virtualizationQuestions,
} from '@plumbline/domain';
import { onChanges, type ServiceDefinition } from '@plumbline/engine';
import { modelsOf } from '@plumbline/model';
import { addressesOfMachines } from './addresses/addressesOfMachines';
import * as models from './models';

const { version } = require('../package.json') as { version: string };

/** Clusters and the virtual machines on them. */
export const virtualizationService: ServiceDefinition = {
  app: 'virtualization',
  title: 'Virtualization',
  version,
  ...modelsOf(models),
  asks: contextRequests,
  questions: virtualizationQuestions,
  busHandlers: { 'virtualmachine.keepLocalContexts': keepLocalContexts('virtualization.virtualmachine') },
  follow: onChanges({
    'ipam.ipaddresstointerface': loseAssignments(addressesOfMachines),
    'extras.gitrepository': loseLocalContexts('virtualization.virtualmachine'),
  }),
  migrations: join(__dirname, '../migrations'),
};
