import { cable, cabledFields, endpointFields, endpointFilters } from '@plumbline/contracts';
import { by, defineModel, f } from '@plumbline/model';
import { ownWaysFrom } from '../cabling/locks';
import { moveEnds } from '../cabling/moveEnds';
import { consolePortTypes } from '../choices/consolePortTypes';
import { componentFilters, componentOrder, namedFilters, names, ofDevice } from '../components/component';

/** Where a device is operated over a serial line. */
export const ConsolePort = defineModel('dcim.consoleport', {
  endpoint: 'console-ports',
  title: 'console port',
  description: 'Ports by which devices are operated over serial lines.',
  fields: {
    ...cabledFields(),
    ...endpointFields(),
    type: f.choice(consolePortTypes).default('').label('Type'),
    ...names(),
    device: ofDevice('console_ports'),
    cable: cable(),
  },
  ...componentOrder,
  filterable: [...namedFilters, 'device'],
  filters: {
    ...componentFilters(),
    type: by.choice('type', consolePortTypes),
    ...endpointFilters(),
  },
  beforeLock: [ownWaysFrom],
  afterSave: [moveEnds],
});
