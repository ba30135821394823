import type { Shown } from '../worldBuilder';
import type { Definitions } from './definitions';
import type { Hardware } from './hardware';
import type { Networks } from './networks';
import type { People } from './people';
import type { Places } from './places';
import type { Racks } from './racks';
import type { Tenancy } from './tenancy';
import { hex, statuses, type Tools } from './tools';

/** Devices and their parts. */
export function makeDevices(
  { named, brief, add, choice, generic, world, size }: Tools,
  {
    sites,
    types,
    platforms,
    moduleType,
    tenants,
    racks,
    manufacturers,
    tagged,
    customFields,
    owned,
    vlans,
    vrfs,
  }: Places & Hardware & Tenancy & Racks & Definitions & People & Networks,
) {
  const configTemplate = named('extras/config-templates', 'Base', { template_code: 'hostname {{ device.name }}' });
  const deviceRoles = ['Access', 'Server', 'Power'].map((name, index) =>
    named('dcim/device-roles', name, {
      color: 'f44336',
      vm_role: index === 1,
      config_template: index === 0 ? brief(configTemplate) : null,
    }),
  );
  named('dcim/device-roles', 'Top of rack', {
    color: 'f44336',
    vm_role: false,
    parent: brief(deviceRoles[0]),
    _depth: 1,
  });
  const chassis = [0, 1].map((index) =>
    add('dcim/virtual-chassis', {
      name: 'Stack',
      domain: `d${index}`,
      description: 'A stack',
      comments: index ? 'Two of them' : '',
    }),
  );
  const device = (
    name: string | null,
    deviceType: Shown,
    role: Shown | undefined,
    site: number,
    fields: Record<string, unknown> = {},
  ) =>
    add('dcim/devices', {
      name,
      display: name ?? `${deviceType.model} without a name`,
      device_type: { ...brief(deviceType), model: deviceType.model },
      role: brief(role),
      site: brief(sites[site]),
      status: choice('active'),
      description: 'A device',
      comments: 'Handle with care',
      ...fields,
    });
  const interfaces: Shown[] = [];
  const port = (list: string, owner: Shown, name: string, fields: Record<string, unknown> = {}) =>
    add(list, { device: brief(owner), name, label: '', description: '', ...fields });
  const netInterface = (owner: Shown, name: string, fields: Record<string, unknown> = {}) => {
    const made = port('dcim/interfaces', owner, name, {
      type: choice('1000base-t'),
      enabled: true,
      mgmt_only: false,
      speed: 1_000_000,
      duplex: choice('full'),
      ...fields,
    });
    interfaces.push(made);
    return made;
  };
  const switches: Shown[] = [];
  const wired = new Set<number>();
  const cable = (a: [string, Shown][], b: [string, Shown][], fields: Record<string, unknown> = {}) => {
    const end = ([object_type, object]: [string, Shown]) => {
      wired.add(object.id);
      return { object_type, object_id: object.id, object: brief(object) };
    };
    return add('dcim/cables', {
      type: 'cat6',
      a_terminations: a.map(end),
      b_terminations: b.map(end),
      status: choice('connected'),
      label: 'L1',
      color: '4caf50',
      length: 2.0,
      length_unit: choice('m'),
      description: 'A cable',
      comments: '',
      ...fields,
    });
  };
  const uplinks: Shown[] = [];
  sites.forEach((_, index) => {
    for (let number = 0; number < size.devicesPerSite; number++) {
      const inRack = number < 10;
      const isMember = number < 2 && index < 2;
      const made = device(`sw${number}.site${index}`, types.switch, deviceRoles[0], index, {
        tenant: brief(tenants[number % 3]),
        platform: brief(platforms[0]),
        serial: `S${index}-${number}`,
        asset_tag: number === 0 ? `A${index}` : null,
        location: racks[index]!.location,
        rack: inRack ? brief(racks[index]) : null,
        position: inRack ? 1.0 + number * 2 : null,
        face: inRack ? choice('front') : null,
        airflow: choice('front-to-rear'),
        latitude: 52.5,
        local_context_data: number === 0 ? { ntp: ['10.0.0.1'] } : null,
        config_template: number === 0 ? brief(configTemplate) : null,
        status: choice(statuses[(index + number) % statuses.length]!),
        tags: tagged(number % 2),
        custom_fields: customFields(number),
        ...(isMember && { virtual_chassis: brief(chassis[index]), vc_position: number + 1, vc_priority: 100 }),
        ...(number === 1 && owned),
      });
      switches.push(made);
      if (isMember && number === 0) chassis[index]!.master = brief(made);
      const lag = netInterface(made, 'Po1', { type: choice('lag') });
      for (let at = 1; at <= size.interfacesPerDevice; at++) {
        const isTrunk = at === 1;
        const one = netInterface(made, `Gi1/0/${at}`, {
          type: choice(at === 2 ? '800gbase-x-osfp-future' : '1000base-t'),
          lag: at <= 2 ? brief(lag) : null,
          mtu: 1500,
          mac_address: at === 1 ? `00:11:22:${hex(index)}:${hex(number)}:0A` : null,
          mode: at === 4 ? choice('q-in-q') : choice(isTrunk ? 'tagged' : 'access'),
          untagged_vlan: brief(vlans[index * 2]),
          tagged_vlans: isTrunk ? [brief(vlans[index * 2 + 1])] : [],
          poe_mode: at === 3 ? choice('pse') : null,
          vrf: at === 1 ? brief(vrfs[0]) : null,
          tags: at === 1 ? tagged(0) : [],
        });
        if (at === 1) uplinks.push(one);
      }
      const loopback = netInterface(made, 'Vlan1', {
        type: choice('virtual'),
        mode: choice('access'),
        untagged_vlan: brief(vlans[index * 2]),
      });
      netInterface(made, 'Vlan1.1', { type: choice('virtual'), parent: brief(loopback), wireless_lans: [] });
      const bay = port('dcim/module-bays', made, 'PSU 1', { position: '1', enabled: true });
      const psu = add('dcim/modules', {
        device: brief(made),
        module_bay: brief(bay),
        module_type: brief(moduleType),
        status: choice('active'),
        serial: `M${index}-${number}`,
        asset_tag: null,
        description: 'A power supply',
        comments: number === 0 ? 'Swapped once' : '',
        custom_fields: customFields(number),
      });
      bay.installed_module = brief(psu);
      port('dcim/power-ports', made, 'PSU1', {
        type: choice('iec-60320-c14'),
        maximum_draw: 715,
        allocated_draw: 300,
        module: brief(psu),
      });
      port('dcim/console-ports', made, 'con0', { type: choice('rj-45'), speed: choice(9600) });
      const item = port('dcim/inventory-items', made, 'Fan tray', {
        manufacturer: brief(manufacturers[0]),
        part_id: 'FAN-T1',
        serial: `F${index}-${number}`,
        discovered: false,
        status: choice('active'),
        _depth: 0,
        ...generic('component', 'dcim.interface', uplinks.at(-1)!),
      });
      port('dcim/inventory-items', made, 'Fan', {
        parent: item.id,
        part_id: 'FAN',
        discovered: true,
        status: choice('failed'),
        _depth: 1,
      });
      if (number === 0)
        port('dcim/inventory-items', made, 'Fan', {
          parent: item.id,
          part_id: 'FAN',
          discovered: true,
          status: choice('active'),
          _depth: 1,
        });
    }
  });
  const itemRole = named('dcim/inventory-item-roles', 'Fan', { color: '9e9e9e' });
  world.get('dcim/inventory-items')![0]!.role = brief(itemRole);
  return { uplinks, switches, interfaces, device, deviceRoles, port, cable };
}

export type Devices = ReturnType<typeof makeDevices>;
