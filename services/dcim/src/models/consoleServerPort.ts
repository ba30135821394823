import { cable, cabledFields, endpointFields, endpointFilters } from '@plumbline/domain';
import { by, defineModel, f } from '@plumbline/model';
import { lockPathsFromEndpoints } from '../cabling/locks';
import { moveEnds } from '../cabling/moveEnds';
import { consolePortTypes } from '../choices/consolePortTypes';
import { component, componentFilters, componentOrder, namedFilters, names, ofDevice } from '../components/component';

/** Where a device gives access to the consoles of others. */
export const ConsoleServerPort = defineModel('dcim.consoleserverport', {
  endpoint: 'console-server-ports',
  menu: [{ under: ['Inventory', 'Devices', 'Components'], at: 150 }],
  traits: [component],
  title: 'console server port',
  description: 'Ports by which devices give access to the consoles of others.',
  fields: {
    ...cabledFields(),
    ...endpointFields(),
    type: f.choice(consolePortTypes).with({ schemaName: 'ConsolePortTypeChoices' }).default('').label('Type'),
    ...names(),
    device: ofDevice('console_server_ports'),
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
  afterSave: [moveEnds('dcim.consoleserverport')],
});
