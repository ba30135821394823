import { randomUUID } from 'node:crypto';
import type { Grants, Identity } from '@plumbline/http';
import { by, defineModel, f, organizational } from '@plumbline/model';
import { startTestServices, type TestServices } from '@plumbline/testkit';
import { ipamService } from '../src';

/** The least of the other services that ipam's objects refer to. */
const Status = defineModel('extras.status', {
  endpoint: 'statuses',
  traits: [organizational],
  fields: { name: f.text(100).unique(), content_types: f.contentTypes() },
  filterable: ['name'],
});
const LocationType = defineModel('dcim.locationtype', {
  endpoint: 'location-types',
  traits: [organizational],
  fields: { name: f.text(100).unique(), content_types: f.contentTypes() },
});
const Location = defineModel('dcim.location', {
  endpoint: 'locations',
  traits: [organizational],
  tree: { parent: 'parent', sortBy: 'name' },
  fields: {
    name: f.text(100),
    location_type: f.ref('dcim.locationtype', { reverse: 'locations' }),
    parent: f.ref('dcim.location', { reverse: 'children' }).optional(),
  },
  naturalKey: ['tree_names[]'],
  filters: { parent: by.relation('parent') },
});

const Device = defineModel('dcim.device', {
  endpoint: 'devices',
  traits: [organizational],
  fields: {
    name: f.text(64),
    location: f.ref('dcim.location', { reverse: 'devices' }).optional(),
    tenant: f.ref('tenancy.tenant', { reverse: 'devices' }).optional(),
    virtual_chassis: f.ref('dcim.virtualchassis', { reverse: 'members' }).optional(),
  },
});
const VirtualChassis = defineModel('dcim.virtualchassis', {
  endpoint: 'virtual-chassis',
  traits: [organizational],
  fields: { name: f.text(64), master: f.ref('dcim.device', { reverse: 'vc_master_for' }).optional() },
});
const Interface = defineModel('dcim.interface', {
  endpoint: 'interfaces',
  traits: [organizational],
  fields: {
    name: f.text(64),
    mgmt_only: f.bool().default(false),
    device: f.ref('dcim.device', { reverse: 'interfaces', onDelete: 'cascade' }),
  },
});
const VirtualMachine = defineModel('virtualization.virtualmachine', {
  endpoint: 'virtual-machines',
  traits: [organizational],
  fields: {
    name: f.text(64),
    cluster: f.ref('virtualization.cluster', { reverse: 'virtual_machines' }).optional(),
    tenant: f.ref('tenancy.tenant', { reverse: 'virtual_machines' }).optional(),
  },
});
const VmInterface = defineModel('virtualization.vminterface', {
  endpoint: 'interfaces',
  traits: [organizational],
  fields: {
    name: f.text(64),
    virtual_machine: f.ref('virtualization.virtualmachine', { reverse: 'interfaces', onDelete: 'cascade' }),
  },
});

/** What users may do, by their ids; tests put it there before they ask as them. */
const grants = new Map<string, Grants>();

const permissionsOf = async (_: unknown, asked: unknown) => grants.get((asked as Identity).userId) ?? {};

/** Somebody who may do only this. */
export function aUser(granted: Grants): Identity {
  const userId = randomUUID();
  grants.set(userId, granted);
  return { userId, username: userId, isSuperuser: false, writeEnabled: true, permissionStamp: userId };
}

/** Starts ipam with a status `Active` for everything. */
export async function startIpam(more: Parameters<typeof startTestServices>[1] = {}): Promise<TestServices> {
  const plumbline = await startTestServices(
    [
      { app: 'extras', models: [Status] },
      { app: 'dcim', models: [LocationType, Location, Device, VirtualChassis, Interface] },
      { app: 'virtualization', models: [VirtualMachine, VmInterface] },
      { app: 'users', models: [], busHandlers: { 'identity.permissions': permissionsOf } },
      ipamService,
    ],
    more,
  );
  await make(plumbline, 'extras/statuses', {
    name: 'Active',
    content_types: ['ipam.prefix', 'ipam.ipaddress', 'ipam.vlan'],
  });
  return plumbline;
}

/** Makes one object, or several; fails the test when it cannot. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
export async function make(plumbline: TestServices, endpoint: string, body: unknown): Promise<any> {
  const answer = await plumbline.request('POST', `/api/${endpoint}/`, body);
  if (answer.status !== 201) throw new Error(`POST ${endpoint}: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** The body of a prefix that is not special in any way. */
export const aPrefix = (prefix: string, namespace: string, more: object = {}) => ({
  prefix,
  namespace,
  status: 'Active',
  ...more,
});

/** The body of an address that is not special in any way. */
export const anAddress = (address: string, namespace: string, more: object = {}) => ({
  address,
  namespace,
  status: 'Active',
  ...more,
});

/** Every object of an endpoint, page by page. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
export async function all(plumbline: TestServices, endpoint: string, query = ''): Promise<any[]> {
  const { status, body, text } = await plumbline.request('GET', `/api/${endpoint}/?limit=1000${query}`);
  if (status !== 200) throw new Error(`GET ${endpoint}: ${status} ${text}`);
  return body.results;
}
