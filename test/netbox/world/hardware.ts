import type { Shown } from '../worldBuilder';
import type { Definitions } from './definitions';
import type { Racks } from './racks';
import type { Tools } from './tools';

/** Types of hardware. */
export function makeHardware(
  { named, brief, add, slugOf, choice }: Tools,
  { manufacturers, tagged }: Racks & Definitions,
) {
  const platforms = [
    named('dcim/platforms', 'IOS', { manufacturer: brief(manufacturers[0]) }),
    named('dcim/platforms', 'Linux'),
  ];
  named('dcim/platforms', 'IOS XE', { manufacturer: brief(manufacturers[0]), parent: brief(platforms[0]), _depth: 1 });
  const type = (model: string, manufacturer: Shown | undefined, fields: Record<string, unknown> = {}) =>
    add('dcim/device-types', {
      model,
      slug: slugOf(model),
      manufacturer: brief(manufacturer),
      u_height: 1.0,
      is_full_depth: true,
      part_number: `P-${model}`,
      exclude_from_utilization: false,
      airflow: choice('front-to-rear'),
      weight: 3.5,
      weight_unit: choice('kg'),
      comments: 'A type',
      description: `Known as ${model}`,
      ...fields,
    });
  const types = {
    switch: type('C9300', manufacturers[0], {
      default_platform: brief(platforms[0]),
      tags: tagged(0),
      front_image: '/media/devicetype-images/c9300.png',
      rear_image: '/media/gone.png',
    }),
    chassis: type('Blade chassis', manufacturers[0], {
      u_height: 4.0,
      subdevice_role: choice('parent'),
      exclude_from_utilization: true,
    }),
    blade: type('Blade', manufacturers[0], { u_height: 0.0, subdevice_role: choice('child') }),
    pdu: type('PDU', manufacturers[1], { u_height: 0.0 }),
    panel: type('Patch panel', manufacturers[2]),
    half: type('Half', manufacturers[2], { u_height: 0.5 }),
  };
  const moduleProfile = add('dcim/module-type-profiles', { name: 'Power supplies', schema: { type: 'object' } });
  const moduleType = add('dcim/module-types', {
    model: 'PWR-1',
    manufacturer: brief(manufacturers[0]),
    profile: brief(moduleProfile),
    part_number: 'PWR-1-AC',
    airflow: choice('passive'),
    attributes: { watts: 715 },
  });
  const template = (list: string, deviceType: Shown, name: string, fields: Record<string, unknown> = {}) =>
    add(list, { device_type: brief(deviceType), module_type: null, name, label: '', description: '', ...fields });
  for (let port = 1; port <= 3; port++)
    template('dcim/interface-templates', types.switch, `Gi1/0/${port}`, {
      type: choice(port === 3 ? '800gbase-x-osfp-future' : '1000base-t'),
      enabled: true,
      mgmt_only: false,
      poe_mode: choice('pse'),
    });
  template('dcim/console-port-templates', types.switch, 'con0', { type: choice('rj-45') });
  template('dcim/console-server-port-templates', types.switch, 'cs0', { type: choice('rj-45') });
  const inlet = template('dcim/power-port-templates', types.pdu, 'Inlet', {
    type: choice('iec-60309-p-n-e-6h'),
    maximum_draw: 3600,
    allocated_draw: 3000,
  });
  template('dcim/power-outlet-templates', types.pdu, 'Outlet 1', {
    type: choice('iec-60320-c13'),
    power_port: brief(inlet),
    feed_leg: choice('A'),
  });
  const rearTemplate = template('dcim/rear-port-templates', types.panel, 'Rear', {
    type: choice('mpo'),
    positions: 4,
    color: '2196f3',
  });
  for (let position = 1; position <= 4; position++)
    template('dcim/front-port-templates', types.panel, `Front ${position}`, {
      type: choice('lc'),
      color: '',
      positions: 1,
      rear_ports: [{ position: 1, rear_port: rearTemplate.id, rear_port_position: position }],
    });
  template('dcim/device-bay-templates', types.chassis, 'Bay 1');
  template('dcim/module-bay-templates', types.switch, 'PSU 1', { position: '1' });
  template('dcim/inventory-item-templates', types.switch, 'Fan', {
    manufacturer: brief(manufacturers[0]),
    part_id: 'FAN',
    _depth: 0,
  });
  add('dcim/interface-templates', {
    device_type: null,
    module_type: brief(moduleType),
    name: 'Te1',
    type: choice('10gbase-x-sfpp'),
    enabled: true,
    mgmt_only: false,
  });
  return { types, platforms, moduleType };
}

export type Hardware = ReturnType<typeof makeHardware>;
