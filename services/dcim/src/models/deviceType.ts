import { primary } from '@plumbline/extensions';
import { by, defineModel, f, firstProblem, inOrder } from '@plumbline/model';
import { subdeviceRoles } from '../choices/subdeviceRoles';
import { byTemplates, passThroughPorts } from '../filters/templates';
import { childrenTakeNoUnits, mountedDevicesFit, typesWithBaysAreParents } from '../rules/deviceTypes';

/** How a face of the device looks. */
const picture = f
  .image()
  .optional()
  .inForm({ type: ['string', 'null'], format: 'data-url' });

/** A model of hardware, from which devices are made. */
export const DeviceType = defineModel('dcim.devicetype', {
  endpoint: 'device-types',
  menu: [{ under: ['Inventory', 'Devices'], at: 20 }],
  home: { section: 'Inventory', at: 2 },
  traits: [primary],
  title: 'device type',
  description: 'Models of hardware, from which devices are made.',
  listed: ['model', 'manufacturer', 'part_number', 'u_height', 'is_full_depth', 'device_count'],
  page: {
    panels: {
      Chassis: [
        'manufacturer',
        'model',
        'part_number',
        'u_height',
        'is_full_depth',
        'subdevice_role',
        'front_image',
        'rear_image',
        'device_count',
      ],
    },
    others: true,
  },
  fields: {
    subdevice_role: f.choice(subdeviceRoles).default(''),
    front_image: picture,
    rear_image: picture,
    device_count: f.count('dcim.device', 'device_type'),
    model: f.text(100),
    part_number: f.text(50).default(''),
    u_height: f.int({ min: 0, max: 32767 }).default(1).label('Height (U)'),
    is_full_depth: f.bool().default(true),
    comments: f.text().default(''),
    manufacturer: f.ref('dcim.manufacturer', { reverse: 'device_types' }),
  },
  order: ['manufacturer', 'model'],
  unique: [['manufacturer', 'model']],
  naturalKey: ['manufacturer.name', 'model'],
  display: (type) => `${type['manufacturer.name']} ${type.model}`,
  displayNeeds: ['manufacturer.name'],
  plainText: (type) => String(type.model),
  filterable: ['model', 'part_number', 'u_height', 'is_full_depth', 'comments', 'manufacturer'],
  filters: {
    q: by.search({
      'manufacturer.name': 'icontains',
      model: 'icontains',
      part_number: 'icontains',
      comments: 'icontains',
      id: 'iexact',
    }),
    subdevice_role: by.choice('subdevice_role', subdeviceRoles, { anyText: true }),
    devices: by.relationId('devices', { isnull: true }),
    has_devices: by.has('devices'),
    console_ports: by.has('console_port_templates'),
    console_server_ports: by.has('console_server_port_templates'),
    power_ports: by.has('power_port_templates'),
    power_outlets: by.has('power_outlet_templates'),
    interfaces: by.has('interface_templates'),
    pass_through_ports: passThroughPorts,
    device_bays: by.has('device_bay_templates'),
    ...byTemplates('console_port_templates'),
    ...byTemplates('console_server_port_templates'),
    ...byTemplates('power_port_templates'),
    ...byTemplates('power_outlet_templates'),
    ...byTemplates('interface_templates'),
    ...byTemplates('front_port_templates'),
    ...byTemplates('rear_port_templates'),
    ...byTemplates('device_bay_templates'),
  },
  guarded: ['u_height', 'subdevice_role'],
  validate: [inOrder(mountedDevicesFit, typesWithBaysAreParents, firstProblem(childrenTakeNoUnits))],
});
