import { by, defineModel, f, organizational } from '@plumbline/model';
import { networkDriverMappings } from '../choices/networkDrivers';
import { argumentsContain } from '../filters/argumentsContain';

/** What runs on devices and virtual machines: an operating system, with the drivers that speak to it. */
export const Platform = defineModel('dcim.platform', {
  endpoint: 'platforms',
  menu: [{ under: ['Inventory', 'Devices'], at: 30 }],
  title: 'platform',
  description: 'What runs on devices and virtual machines, and the drivers that speak to it.',
  listed: [
    'name',
    'manufacturer',
    'napalm_driver',
    'napalm_args',
    'network_driver',
    'network_driver_mappings',
    'device_count',
    'virtual_machine_count',
    'napalm_driver',
    'description',
  ],
  traits: [organizational],
  fields: {
    network_driver_mappings: f
      .computed({ type: 'object' }, networkDriverMappings)
      .inForm({ type: 'string', title: 'Network driver mappings', readOnly: true }),
    device_count: f.count('dcim.device', 'platform'),
    virtual_machine_count: f.count('virtualization.virtualmachine', 'platform'),
    name: f.text(100).unique(),
    network_driver: f.text(100).default('').describe('The name by which tools know how to speak to it.'),
    napalm_driver: f.text(50).default('').label('NAPALM driver'),
    napalm_args: f.json().optional().label('NAPALM arguments'),
    description: f.text(200).default(''),
    manufacturer: f.ref('dcim.manufacturer', { reverse: 'platforms' }).optional(),
  },
  filterable: ['name', 'napalm_driver', 'network_driver', 'description', 'manufacturer'],
  filters: {
    q: by.search({ name: 'icontains', id: 'iexact' }),
    napalm_args: by.rule(argumentsContain, { lookupWords: 'contains' }),
    devices: by.relationId('devices', { isnull: true }),
    has_devices: by.has('devices'),
    virtual_machines: by.relationId('virtual_machines', { isnull: true }),
    has_virtual_machines: by.has('virtual_machines'),
  },
});
