import {
  acceptsLocation,
  configContext,
  hasPrimaryAddress,
  localContextData,
  localContextFilters,
  localContextIsObject,
  localContextKeepsToSchema,
  localContextSchema,
  locationNeeds,
  primaryAddressesAreOwn,
  primaryAddressFields,
  schemaNeedsLocalContext,
} from '@plumbline/domain';
import { primary } from '@plumbline/extensions';
import { by, defineModel, f, firstProblem, inOrder, naturalize, where } from '@plumbline/model';
import { addressesOfDevices } from '../addresses/addressesOfDevices';
import { lockPathsOfDevices } from '../cabling/locks';
import { rackFaces } from '../choices/rackChoices';
import { surroundingsOfDevices } from '../contexts/surroundingsOfDevices';
import { makeComponents } from '../effects/makeComponents';
import { lookForChildren, takeChildrenAlong } from '../effects/takeChildrenAlong';
import { deviceComponentFilters } from '../filters/deviceComponents';
import { serialIs } from '../filters/serialIs';
import { judgedTogether, lockChassisOfMoving, lockSurroundingsOfShared } from '../locks/deviceSurroundings';
import {
  childHasNoFace,
  childHasNoPosition,
  faceNeedsRack,
  positionNeedsFace,
  positionNeedsHeight,
  positionNeedsRack,
  rackIsAtLocation,
} from '../rules/devicePlacement';
import {
  clusterReachesLocation,
  masterStaysMember,
  memberHasPosition,
  platformFitsType,
  priorityNeedsGroup,
} from '../rules/devices';
import { positionIsFree } from '../rules/rackSpace';
import { displayDevice } from '../text/displayDevice';

/**
 * A piece of hardware: a switch, a server, a patch panel; made after its type, standing at a location, perhaps in a
 * rack.
 */
export const Device = defineModel('dcim.device', {
  endpoint: 'devices',
  menu: [{ under: ['Inventory', 'Devices'], at: 10 }],
  home: { section: 'Inventory', at: 3 },
  traits: [primary, { dynamicGroups: true }],
  title: 'device',
  description: 'Pieces of hardware: switches, servers, patch panels and the like.',
  listed: ['name', 'status', 'tenant', 'location', 'rack', 'role', 'device_type'],
  page: {
    panels: {
      Device: [
        'name',
        'location',
        'rack',
        'face',
        'position',
        'tenant',
        'device_type',
        'serial',
        'asset_tag',
        'cluster',
        'parent_bay',
      ],
      'Device Management': [
        'role',
        'platform',
        'primary_ip4',
        'primary_ip6',
        'secrets_group',
        'device_redundancy_group',
        'device_redundancy_group_priority',
      ],
    },
    tabs: { 'Virtual Chassis': { 'Virtual Chassis': ['virtual_chassis', 'vc_position', 'vc_priority'] } },
  },
  fields: {
    face: f.choice(rackFaces).default('').label('Rack face').inForm({ title: 'Face' }),
    ...localContextData(),
    name: f.text(64).optional().blank().selective(),
    natural_name: f.derived((row) => naturalize(row.name as string | null)).indexed(),
    serial: f.text(255).default('').indexed().label('Serial number'),
    asset_tag: f.text(100).optional().blank().unique('device with this Asset tag already exists.').label('Asset tag'),
    position: f
      .int({ min: 1, max: 32767 })
      .optional()
      .label('Position (U)')
      .describe('The lowest unit of the rack that it takes.'),
    device_redundancy_group_priority: f
      .int({ min: 1, max: 32767 })
      .optional()
      .label('Device Redundancy Group Priority'),
    vc_position: f.int({ min: 0, max: 255 }).optional().inForm({ title: 'Virtual chassis position' }),
    vc_priority: f.int({ min: 0, max: 255 }).optional().inForm({ title: 'Virtual chassis priority' }),
    comments: f.text().default(''),
    ...localContextSchema('devices'),
    device_type: f.ref('dcim.devicetype', { reverse: 'devices' }),
    status: f.ref('extras.status', { reverse: 'devices', onlyFor: 'dcim.device' }),
    role: f.ref('extras.role', { reverse: 'devices', onlyFor: 'dcim.device' }),
    tenant: f.ref('tenancy.tenant', { reverse: 'devices' }).optional(),
    platform: f.ref('dcim.platform', { reverse: 'devices', onDelete: 'setNull' }).optional(),
    location: f.ref('dcim.location', { reverse: 'devices' }),
    rack: f.ref('dcim.rack', { reverse: 'devices' }).optional(),
    ...primaryAddressFields(true),
    cluster: f.ref('virtualization.cluster', { reverse: 'devices', onDelete: 'setNull' }).optional(),
    virtual_chassis: f.ref('dcim.virtualchassis', { reverse: 'members', onDelete: 'setNull' }).optional(),
    device_redundancy_group: f
      .ref('dcim.deviceredundancygroup', { reverse: 'devices', onDelete: 'setNull' })
      .optional()
      .label('Device Redundancy Group'),
    secrets_group: f.ref('extras.secretsgroup', { reverse: 'devices', onDelete: 'setNull' }).optional(),
    parent_bay: f
      .onlyOne('dcim.devicebay', { of: 'dcim.devicebay', via: 'installed_device', through: 'id', at: 'id' })
      .echoed()
      .last(),
    ...configContext(surroundingsOfDevices, [
      'location.tree_ids',
      'cluster.cluster_group',
      'tenant.tenant_group.tree_ids',
    ]),
  },
  order: ['natural_name'],
  unique: [
    { fields: ['location', 'tenant', 'name'], checkedBy: 'model' },
    { fields: ['location', 'name'], checkedBy: 'model', whenNull: 'tenant', unlessBlank: 'name', toldAs: 'name' },
    { fields: ['rack', 'position', 'face'], checkedBy: 'serializer', whenSent: ['rack', 'position', 'face'] },
    { fields: ['virtual_chassis', 'vc_position'], checkedBy: 'model' },
  ],
  naturalKey: ['name', 'tenant.name', 'location.tree_names[]'],
  display: displayDevice,
  displayNeeds: ['virtual_chassis.name', 'device_type.model', 'device_type.manufacturer.name'],
  filterable: [
    'name',
    'asset_tag',
    'position',
    'vc_position',
    'vc_priority',
    'device_redundancy_group_priority',
    'tenant',
    'status',
    'role',
    'platform',
    'rack',
    'cluster',
    'secrets_group',
    'virtual_chassis',
    'device_redundancy_group',
  ],
  filters: {
    q: by.search({
      name: 'icontains',
      serial: 'trimmed',
      'inventory_items.serial': 'trimmed',
      asset_tag: 'trimmed',
      'device_type.manufacturer.name': 'trimmed',
      comments: 'icontains',
      id: 'iexact',
    }),
    face: by.choice('face', rackFaces, { anyText: true }),
    serial: by.rule(serialIs),
    location: by.tree('location'),
    rack_group: by.tree('rack.rack_group', { isnull: true }),
    tenant_id: by.relationId('tenant'),
    tenant_group: by.tree('tenant.tenant_group', { isnull: true }),
    device_type: by.relation('device_type', { key: 'model' }),
    manufacturer: by.relation('device_type.manufacturer'),
    is_full_depth: by.either(
      where('device_type.is_full_depth', 'exact', true),
      where('device_type.is_full_depth', 'exact', false),
    ),
    ...localContextFilters(),
    has_primary_ip: hasPrimaryAddress,
    is_virtual_chassis_member: by.has('virtual_chassis'),
    virtual_chassis_member: by.has('virtual_chassis'),
    mac_address: by.mac('interfaces.mac_address'),
    ...deviceComponentFilters('console_ports'),
    ...deviceComponentFilters('console_server_ports'),
    ...deviceComponentFilters('power_ports'),
    ...deviceComponentFilters('power_outlets'),
    ...deviceComponentFilters('interfaces'),
    ...deviceComponentFilters('front_ports'),
    ...deviceComponentFilters('rear_ports'),
    ...deviceComponentFilters('device_bays'),
  },
  needs: {
    device_type: ['model', 'u_height', 'is_full_depth', 'subdevice_role', 'manufacturer', 'manufacturer.name'],
    location: [...locationNeeds, 'name', 'tree_ids'],
    rack: ['name', 'location', 'u_height'],
    platform: ['manufacturer', 'manufacturer.name'],
    cluster: ['location'],
  },
  neededWith: { ...judgedTogether, cluster: ['location'] },
  guarded: ['virtual_chassis'],
  exclusive: ['rack'],
  beforeLock: [lockPathsOfDevices, lockSurroundingsOfShared],
  looks: [lookForChildren],
  prepare: [lockChassisOfMoving],
  validate: [
    inOrder(
      firstProblem(
        rackIsAtLocation,
        acceptsLocation('dcim.device', 'Devices'),
        faceNeedsRack,
        positionNeedsRack,
        positionNeedsFace,
        positionNeedsHeight,
        childHasNoFace,
        childHasNoPosition,
      ),
      positionIsFree,
      primaryAddressesAreOwn(addressesOfDevices),
      firstProblem(platformFitsType, clusterReachesLocation, memberHasPosition),
      masterStaysMember,
      firstProblem(priorityNeedsGroup, localContextIsObject, schemaNeedsLocalContext),
      localContextKeepsToSchema,
    ),
  ],
  afterSave: [makeComponents, takeChildrenAlong],
});
