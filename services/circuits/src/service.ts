import { join } from 'node:path';
import { onChanges, type ServiceDefinition } from '@plumbline/engine';
import { modelsOf } from '@plumbline/model';
import { trace } from './actions/trace';
import { circuitsNameTheirEnds } from './audits/circuitsNameTheirEnds';
import { takeCabling } from './follow/takeCabling';
import * as models from './models';

const { version } = require('../package.json') as { version: string };

/** Lines leased from providers. */
export const circuitsService: ServiceDefinition = {
  app: 'circuits',
  title: 'Circuits',
  version,
  asks: [{ of: 'dcim.cablepath', verbs: ['trace'] }],
  ...modelsOf(models),
  actions: [trace],
  follow: onChanges({ 'dcim.cablepath': takeCabling }),
  audits: [circuitsNameTheirEnds],
  migrations: join(__dirname, '../migrations'),
};
