import { by, type Criteria, type Filter, f, listedAs, where } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { nearAt, nearDevices, nearDevicesById } from '../filters/nearEnds';
import { ConsolePort } from './consolePort';
import { Interface } from './interface';
import { PowerPort } from './powerPort';

const isConnected = (): Criteria => where('connected_endpoint_id', 'isnull', false);

/** Filters by where the near end is. */
const nearFilters = (): Record<string, Filter> => ({
  id: by.uuid('id'),
  location: by.rule(nearAt, { single: true }),
  device: by.rule(nearDevices),
  device_id: by.rule(nearDevicesById),
});

/** Console ports with what their cables lead to. */
export const ConsoleConnection = listedAs(ConsolePort, {
  endpoint: 'console-connections',
  menu: [{ under: ['Inventory', 'Devices', 'Connections'], label: 'Console Connections', at: 80 }],
  description: 'Console ports whose cables lead to something.',
  restrict: isConnected,
  filters: { ...nearFilters(), name: by.text('name') },
});

/** Power ports with what their cables lead to. */
export const PowerConnection = listedAs(PowerPort, {
  endpoint: 'power-connections',
  menu: [{ under: ['Inventory', 'Devices', 'Connections'], label: 'Power Connections', at: 90 }],
  description: 'Power ports whose cables lead to something.',
  restrict: isConnected,
  filters: { ...nearFilters(), name: by.text('name') },
});

const { connected_endpoint_reachable, created, last_updated } = Interface.fields;

/** Pairs of interfaces that cables connect, each once: the one of the lower id is the near end. */
export const InterfaceConnection = listedAs(Interface, {
  endpoint: 'interface-connections',
  menu: [{ under: ['Inventory', 'Devices', 'Connections'], at: 100 }],
  title: 'interface connection',
  plural: 'interface connections',
  className: 'InterfaceConnection',
  description: 'Pairs of interfaces that cables connect, each once.',
  listed: [],
  restrict: () => ({
    condition: (column) =>
      sql.fragment`${column('connected_endpoint_type')} = 'dcim.interface' AND ${column('id')} < ${column('connected_endpoint_id')}`,
  }),
  filters: nearFilters(),
  shown: {
    interface_a: f.whole('dcim.interface', 'id', Interface.className),
    interface_b: f.whole('dcim.interface', 'connected_endpoint_id', Interface.className),
    connected_endpoint_reachable: connected_endpoint_reachable!,
    created: created!,
    last_updated: last_updated!,
  },
});
