import { primary } from '@plumbline/extensions';
import { by, defineModel, f, firstProblem } from '@plumbline/model';
import { serviceProtocols } from '../choices/serviceProtocols';
import { listeningOn } from '../filters/listeningOn';
import { hasOneHost, protocolIsGiven } from '../rules/serviceRules';
import { portText } from '../text/portText';

/** What a device or virtual machine offers to the network: a protocol and the ports it listens on. */
export const Service = defineModel('ipam.service', {
  endpoint: 'services',
  menu: [{ under: ['Networks', 'Services'], at: 490 }],
  traits: [primary],
  title: 'service',
  description: 'Services that devices and virtual machines offer to the network.',
  listed: ['name', 'device', 'protocol', 'ports', 'description'],
  fields: {
    protocol: f.choice(serviceProtocols).with({ required: false }),
    ports: f.integers({ min: 1, max: 65535 }).label('Port numbers').inForm({ title: 'Ports' }),
    name: f.text(100).indexed(),
    description: f.text(200).default(''),
    device: f.ref('dcim.device', { reverse: 'services', onDelete: 'cascade' }).optional(),
    virtual_machine: f.ref('virtualization.virtualmachine', { reverse: 'services', onDelete: 'cascade' }).optional(),
    ip_addresses: f.many('ipam.ipaddress', { reverse: 'services' }).label('IP addresses'),
  },
  order: ['protocol', 'ports'],
  unique: [
    { fields: ['name', 'device'], checkedBy: 'model' },
    { fields: ['name', 'virtual_machine'], checkedBy: 'model' },
  ],
  naturalKey: [
    'name',
    'virtual_machine.cluster.name',
    'virtual_machine.tenant.name',
    'virtual_machine.name',
    'device.name',
    'device.tenant.name',
    'device.location.tree_names[]',
  ],
  display: (service) =>
    `${service.name} (${String(service.protocol).toUpperCase()}/${portText(service.ports as number[])})`,
  filterable: ['name', 'device', 'virtual_machine'],
  filters: {
    q: by.search({ id: 'iexact', name: 'icontains', description: 'icontains' }),
    protocol: by.choice('protocol', serviceProtocols, { anyText: true }),
    ports: by.rule(listeningOn, { single: true, takes: 'integer', lookupWords: 'contains' }),
  },
  validate: [firstProblem(hasOneHost), firstProblem(protocolIsGiven)],
});
