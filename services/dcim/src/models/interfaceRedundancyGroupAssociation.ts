import { by, defineModel, f, plain, type Row } from '@plumbline/model';
import { displayComponent, keyOfDevice } from '../components/component';
import { displayDevice } from '../text/displayDevice';
import { Device } from './device';

/** That an interface belongs to a redundancy group, and how soon it is its turn there. */
export const InterfaceRedundancyGroupAssociation = defineModel('dcim.interfaceredundancygroupassociation', {
  endpoint: 'interface-redundancy-group-associations',
  title: 'interface redundancy group association',
  description: 'Which interfaces belong to each redundancy group, and how soon it is their turn.',
  traits: [plain, { notes: 'unshown', changeLog: true }],
  fields: {
    priority: f.int({ min: 0, max: 32767 }),
    interface_redundancy_group: f
      .ref('dcim.interfaceredundancygroup', {
        reverse: 'interface_redundancy_group_associations',
        onDelete: 'cascade',
      })
      .with({ indexed: false }),
    interface: f.ref('dcim.interface', { reverse: 'interface_redundancy_group_associations', onDelete: 'cascade' }),
  },
  order: ['interface_redundancy_group', '-priority'],
  unique: [['interface_redundancy_group', 'interface']],
  naturalKey: ['interface_redundancy_group.name', 'interface.name', ...keyOfDevice('interface.device')],
  display: (row) =>
    `${row['interface_redundancy_group.name']}: ${displayDeviceOf(row)} ${displayComponent({ name: row['interface.name'], label: row['interface.label'] })}: ${row.priority}`,
  displayNeeds: [
    'interface_redundancy_group.name',
    'interface.name',
    'interface.label',
    ...['id', 'name', 'vc_position', ...Device.displayNeeds].map((path) => `interface.device.${path}`),
  ],
  filterable: ['priority', 'interface_redundancy_group', 'interface'],
  filters: {
    q: by.search({ 'interface_redundancy_group.name': 'icontains', 'interface.name': 'icontains', id: 'iexact' }),
    created: undefined,
    last_updated: undefined,
  },
});

/** What people call the device of the interface, from the columns of the association. */
function displayDeviceOf(row: Row): string {
  const start = 'interface.device.';
  const own = Object.entries(row).flatMap(([path, value]) =>
    path.startsWith(start) ? [[path.slice(start.length), value]] : [],
  );
  return displayDevice(Object.fromEntries(own) as Row);
}
