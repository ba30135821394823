import { refTo } from '../../apply/draft';
import { leadsTo } from './deviceTypes';
import {
  choice,
  choiceOf,
  derived,
  type FieldRule,
  idOf,
  inWords,
  isEmpty,
  kept,
  keyOf,
  linked,
  type Mapping,
  numberOf,
  ref,
  required,
  to,
} from './language';
import { active, rackStandsAt, standsAt, status } from './places';
import { cabled, comments, counters, description, primary } from './shared';

export const device: Mapping = {
  from: 'dcim.device',
  list: 'dcim/devices',
  to: { endpoint: 'dcim/devices', label: 'dcim.device' },
  needs: ['dcim.rack', 'dcim.devicetype'],
  fields: {
    ...primary,
    ...description,
    name: to('name', (value) => value || null),
    device_type: required('device_type', 'dcim.devicetype'),
    role: required('role', 'dcim.devicerole'),
    device_role: derived('the same as its role'),
    tenant: ref('tenant', 'tenancy.tenant'),
    platform: ref('platform', 'dcim.platform'),
    serial: to('serial'),
    asset_tag: to('asset_tag', (value) => value || null),
    site: derived('the location says it'),
    location: derived('the location is that, or else the site'),
    rack: ref('rack', 'dcim.rack'),
    position: to('position', numberOf),
    face: choice('face'),
    latitude: kept('text'),
    longitude: kept('text'),
    parent_device: derived('the device bay says it'),
    status: status('dcim.device'),
    airflow: kept('text', inWords),
    primary_ip: derived('one of the next two'),
    primary_ip4: ref('primary_ip4', 'ipam.ipaddress'),
    primary_ip6: ref('primary_ip6', 'ipam.ipaddress'),
    oob_ip: linked('ipam.ipaddress', 'NetBox out-of-band address'),
    cluster: ref('cluster', 'virtualization.cluster'),
    virtual_chassis: ref('virtual_chassis', 'dcim.virtualchassis'),
    vc_position: to('vc_position'),
    vc_priority: to('vc_priority'),
    comments: to('comments'),
    config_template: kept('text', inWords),
    local_context_data: to('local_config_context_data', (value) => value ?? null),
    ...counters(
      'console_port_count',
      'console_server_port_count',
      'power_port_count',
      'power_outlet_count',
      'interface_count',
      'front_port_count',
      'rear_port_count',
      'device_bay_count',
      'module_bay_count',
      'inventory_item_count',
    ),
  },
  finish: (draft, object, context) => {
    const { body } = draft;
    const rack = idOf(object.rack);
    body.location = (rack === undefined ? undefined : rackStandsAt(context, rack)) ?? standsAt(object);
    const position = numberOf(object.position);
    if (position !== null && !Number.isInteger(position)) {
      context.keep(draft, 'dcim.device', 'position', 'text', String(object.position));
      context.adjusted('dcim.device', object, 'is in its rack without its position, which is half a unit');
      Object.assign(body, { position: null });
    } else context.keep(draft, 'dcim.device', 'position', 'text', null);
    const type = context.all('dcim.devicetype').get(idOf(object.device_type) ?? -1);
    // What stands in another's bay, or takes no unit, has no position here.
    if (choiceOf(type?.subdevice_role) === 'child') Object.assign(body, { position: null, face: '' });
    else if (Number(type?.u_height ?? 1) === 0) Object.assign(body, { position: null });
    if (rack === undefined) Object.assign(body, { position: null, face: '' });
  },
};

export const virtualChassis: Mapping = {
  from: 'dcim.virtualchassis',
  list: 'dcim/virtual-chassis',
  to: { endpoint: 'dcim/virtual-chassis', label: 'dcim.virtualchassis' },
  fields: {
    ...primary,
    ...description,
    ...comments,
    name: to('name'),
    domain: to('domain'),
    master: ref('master', 'dcim.device'),
    members: derived('the devices say it'),
    ...counters('member_count'),
  },
};

/** What many kinds of ports of a device have alike. */
const part = (name: string, fields: Record<string, FieldRule>): Mapping => {
  const plain = name.replace(/-/g, '');
  return {
    from: `dcim.${plain}`,
    list: `dcim/${name}s`,
    to: { endpoint: `dcim/${name}s`, label: `dcim.${plain}` },
    fields: {
      ...primary,
      device: required('device', 'dcim.device'),
      module: kept('text', inWords),
      name: to('name'),
      label: to('label'),
      description: to('description'),
      ...fields,
    },
  };
};

export const consolePort = part('console-port', {
  ...cabled,
  type: choice('type'),
  speed: kept('integer', (value) => choiceOf(value) ?? null),
});
export const consoleServerPort = part('console-server-port', {
  ...cabled,
  type: choice('type'),
  speed: kept('integer', (value) => choiceOf(value) ?? null),
});
export const powerPort = part('power-port', {
  ...cabled,
  type: choice('type'),
  maximum_draw: to('maximum_draw'),
  allocated_draw: to('allocated_draw'),
});
export const powerOutlet = part('power-outlet', {
  ...cabled,
  type: choice('type'),
  status: kept('text', (value) => (choiceOf(value) === 'enabled' ? null : inWords(value))),
  color: kept(),
  power_port: ref('power_port', 'dcim.powerport'),
  feed_leg: choice('feed_leg'),
});
export const rearPort = part('rear-port', {
  ...cabled,
  type: choice('type', 'other'),
  color: kept(),
  positions: to('positions'),
  front_ports: derived('the front ports say it'),
});
const front = leadsTo('rear_port', 'dcim.rearport');
export const frontPort: Mapping = {
  ...part('front-port', { ...cabled, type: choice('type', 'other'), color: kept(), ...front.fields }),
  finish: front.finish!,
};

/** What interfaces of devices and of virtual machines have alike. */
export const networked: Record<string, FieldRule> = {
  enabled: to('enabled'),
  bridge_interfaces: derived('the bridged interfaces say it'),
  mtu: to('mtu'),
  mac_address: to('mac_address', (value) => value ?? null),
  primary_mac_address: derived('the MAC address'),
  mac_addresses: derived('come with the MAC addresses'),
  mode: choice('mode'),
  untagged_vlan: ref('untagged_vlan', 'ipam.vlan'),
  tagged_vlans: ref('tagged_vlans', 'ipam.vlan'),
  qinq_svlan: kept('text', inWords),
  vlan_translation_policy: kept('text', inWords),
  vrf: linked('ipam.vrf', 'NetBox VRF'),
  l2vpn_termination: derived('reported with the L2VPNs'),
  ...counters('count_ipaddresses', 'count_fhrp_groups'),
};

/** VLANs of an interface are those of its mode. */
export const vlansFitMode: NonNullable<Mapping['finish']> = (draft, object, context) => {
  const { body } = draft;
  const from = draft.key.split(':')[0]!;
  if (body.mode !== 'tagged' && !isEmpty(object.tagged_vlans)) {
    context.nowhere(from, object, 'tagged_vlans', 'only interfaces in tagged mode have tagged VLANs here');
    body.tagged_vlans = [];
  }
  if (!body.mode && !isEmpty(object.untagged_vlan)) {
    context.nowhere(from, object, 'untagged_vlan', 'only interfaces with a mode have VLANs here');
    body.untagged_vlan = null;
  }
};

export const networkInterface: Mapping = {
  ...part('interface', {
    ...networked,
    ...cabled,
    vdcs: kept('text', (value) => inWords(value) || null),
    type: choice('type', 'other'),
    parent: ref('parent_interface', 'dcim.interface'),
    bridge: ref('bridge', 'dcim.interface'),
    lag: ref('lag', 'dcim.interface'),
    speed: kept('integer'),
    duplex: kept('text', inWords),
    wwn: kept(),
    mgmt_only: to('mgmt_only'),
    rf_role: kept('text', inWords),
    rf_channel: kept('text', inWords),
    rf_channel_frequency: kept('text'),
    rf_channel_width: kept('text'),
    tx_power: kept('integer'),
    poe_mode: kept('text', inWords),
    poe_type: kept('text', inWords),
    wireless_link: derived('reported with the wireless links'),
    wireless_lans: kept('text', (value) => inWords(value) || null),
  }),
  finish: (draft, object, context) => {
    draft.body.status = active(context, 'dcim.interface');
    vlansFitMode(draft, object, context);
    if (draft.body.type !== 'virtual' && !isEmpty(object.parent)) {
      context.nowhere('dcim.interface', object, 'parent', 'only virtual interfaces have a parent here');
      draft.body.parent_interface = null;
    }
  },
};

export const deviceBay: Mapping = {
  ...part('device-bay', {
    enabled: kept('boolean', (value) => (value === false ? false : null)),
    installed_device: ref('installed_device', 'dcim.device'),
    _occupied: derived('whether a device stands in it'),
  }),
};
delete deviceBay.fields.module;

export const inventoryItem: Mapping = {
  from: 'dcim.inventoryitem',
  list: 'dcim/inventory-items',
  to: { endpoint: 'dcim/inventory-items', label: 'dcim.inventoryitem' },
  fields: {
    ...primary,
    device: required('device', 'dcim.device'),
    parent: ref('parent', 'dcim.inventoryitem'),
    name: to('name'),
    label: to('label'),
    status: kept('text', (value) => (choiceOf(value) === 'active' ? null : inWords(value))),
    role: kept('text', inWords),
    manufacturer: ref('manufacturer', 'dcim.manufacturer'),
    part_id: to('part_id'),
    serial: to('serial'),
    asset_tag: to('asset_tag', (value) => value || null),
    discovered: to('discovered'),
    description: to('description'),
    component_type: derived('kept with the component'),
    component_id: derived('kept with the component'),
    component: kept('text', inWords),
    _depth: derived('follows from its parents'),
  },
};

/** A module is an inventory item of its device, named by its bay and its type. */
export const installedModule: Mapping = {
  from: 'dcim.module',
  list: 'dcim/modules',
  to: { endpoint: 'dcim/inventory-items', label: 'dcim.inventoryitem' },
  needs: ['dcim.moduletype', 'dcim.modulebay'],
  fields: {
    ...primary,
    ...comments,
    device: required('device', 'dcim.device'),
    module_bay: derived('its name begins with it'),
    module_type: derived('its name ends with it'),
    status: kept('text', (value) => (choiceOf(value) === 'active' ? null : inWords(value))),
    serial: to('serial'),
    asset_tag: to('asset_tag', (value) => value || null),
    description: to('description'),
    replicate_components: derived('an order to NetBox, nothing it keeps'),
    adopt_components: derived('an order to NetBox, nothing it keeps'),
  },
  finish: (draft, object, context) => {
    const type = context.all('dcim.moduletype').get(idOf(object.module_type) ?? -1);
    const bay = context.all('dcim.modulebay').get(idOf(object.module_bay) ?? -1);
    const model = String(type?.model ?? inWords(object.module_type));
    const bayName = String(bay?.name ?? inWords(object.module_bay));
    Object.assign(draft.body, {
      name: `${bayName}: ${model}`,
      part_id: String(type?.part_number || model).slice(0, 50),
      manufacturer: type ? refTo(keyOf('dcim.manufacturer', idOf(type.manufacturer))) : null,
    });
    const within = idOf(bay?.module);
    if (within !== undefined) draft.body.parent = refTo(keyOf('dcim.module', within));
  },
};

export const moduleBay: Mapping = {
  from: 'dcim.modulebay',
  list: 'dcim/module-bays',
  nowhere: 'there are no module bays here; modules are inventory items, which name their bays',
  fields: {},
};

/** A device within a device: a note on the one it is in. */
export const virtualDeviceContext: Mapping = {
  from: 'dcim.virtualdevicecontext',
  list: 'dcim/virtual-device-contexts',
  nowhere: 'it is a note on its device',
  fields: {},
  make: (object, context) => {
    const target = context.target('dcim.device', idOf(object.device));
    if (!target) return [];
    const details = ['identifier', 'status', 'tenant', 'primary_ip4', 'primary_ip6', 'description', 'comments']
      .filter((field) => !isEmpty(object[field]))
      .map((field) => `${field}: ${inWords(object[field])}`);
    const text = [`Virtual device context: ${String(object.name)}`, ...details].join('\n');
    context.note(target.reference, target.label, keyOf('dcim.virtualdevicecontext', object.id), text);
    return [];
  },
};

/** Since 4.2 MAC addresses are objects; an interface has one here. */
export const macAddress: Mapping = {
  from: 'dcim.macaddress',
  list: 'dcim/mac-addresses',
  nowhere: 'an interface has one MAC address here, its primary one; others are notes on it',
  needs: [],
  fields: {},
  make: (object, context) => {
    const target = context.target(String(object.assigned_object_type), object.assigned_object_id);
    const words = [object.description, object.comments].filter((text) => !isEmpty(text)).join('\n');
    if (!target) {
      context.nowhere('dcim.macaddress', object, '', 'it is no interface’s');
      return [];
    }
    const shown = (object.assigned_object as { mac_address?: unknown } | null)?.mac_address;
    if (shown === object.mac_address && words === '') return [];
    const text = [`MAC address: ${String(object.mac_address)}`, words].filter(Boolean).join('\n');
    context.note(target.reference, target.label, keyOf('dcim.macaddress', object.id), text);
    return [];
  },
};
