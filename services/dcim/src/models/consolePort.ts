import { cable, cabledFields, endpointFields, endpointFilters } from '@plumbline/domain';
import { by, defineModel, f } from '@plumbline/model';
import { lockPathsFromEndpoints } from '../cabling/locks';
import { moveEnds } from '../cabling/moveEnds';
import { consolePortTypes } from '../choices/consolePortTypes';
import { component, componentFilters, componentOrder, namedFilters, names, ofDevice } from '../components/component';

/** Where a device is operated over a serial line. */
export const ConsolePort = defineModel('dcim.consoleport', {
  endpoint: 'console-ports',
  menu: [{ under: ['Inventory', 'Devices', 'Components'], at: 140 }],
  traits: [component, { exportTemplates: true }],
  title: 'console port',
  description: 'Ports by which devices are operated over serial lines.',
  fields: {
    ...cabledFields(),
    ...endpointFields(),
    type: f.choice(consolePortTypes).with({ schemaName: 'ConsolePortTypeChoices' }).default('').label('Type'),
    ...names(),
    device: ofDevice('console_ports'),
    cable: cable(),
  },
  ...componentOrder,
  filterable: [...namedFilters, 'device'],
  filters: {
    ...componentFilters(),
    type: by.choice('type', consolePortTypes, { nullWord: false }),
    ...endpointFilters(),
  },
  beforeLock: [lockPathsFromEndpoints],
  afterSave: [moveEnds('dcim.consoleport')],
});
