import { join } from 'node:path';
import {
  contextRequests,
  dcimQuestions,
  keepLocalContexts,
  loseAssignments,
  loseLocalContexts,
} from '@plumbline/domain';
import { onChanges, type ServiceDefinition } from '@plumbline/engine';
import { modelsOf } from '@plumbline/model';
import { connectedDevice } from './actions/connectedDevice';
import { elevation } from './actions/elevation';
import { napalm } from './actions/napalm';
import { paths } from './actions/paths';
import { powerUtilization } from './actions/powerUtilization';
import { traceFor, traces } from './actions/trace';
import { addressesOfDevices } from './addresses/addressesOfDevices';
import { cabling } from './audits/cabling';
import { retraceCircuits } from './follow/retraceCircuits';
import * as models from './models';

const { version } = require('../package.json') as { version: string };

/** Places and what stands there. */
export const dcimService: ServiceDefinition = {
  app: 'dcim',
  title: 'DCIM',
  version,
  ...modelsOf(models),
  actions: [elevation, napalm, ...traces, ...paths],
  views: [connectedDevice, powerUtilization],
  asks: contextRequests,
  questions: dcimQuestions,
  busHandlers: { 'cablepath.trace': traceFor, 'device.keepLocalContexts': keepLocalContexts('dcim.device') },
  follow: onChanges({
    'ipam.ipaddresstointerface': loseAssignments(addressesOfDevices),
    'circuits.circuittermination': retraceCircuits,
    'extras.gitrepository': loseLocalContexts('dcim.device'),
  }),
  audits: [cabling],
  migrations: join(__dirname, '../migrations'),
};
