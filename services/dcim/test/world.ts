import { contentTypeNames, contentTypes } from '@plumbline/domain';
import { primary } from '@plumbline/extensions';
import type { Grants } from '@plumbline/http';
import { defineModel, f } from '@plumbline/model';
import { startTestServices, type TestAnswer, type TestedService, type TestServices } from '@plumbline/testkit';
import { dcimService } from '../src';

/** Stand for what extras, tenancy and users keep. */
const named = { name: f.text(100).unique(), content_types: f.contentTypes('any') };
const Status = defineModel('extras.status', { endpoint: 'statuses', traits: [primary], fields: named });
const Role = defineModel('extras.role', {
  endpoint: 'roles',
  traits: [primary],
  fields: { ...named, color: f.color().default('9e9e9e') },
});
const Tenant = defineModel('tenancy.tenant', {
  endpoint: 'tenants',
  traits: [primary],
  fields: { name: f.text(100).unique() },
});
const User = defineModel('users.user', {
  endpoint: 'users',
  traits: [primary],
  fields: { username: f.text(100).unique() },
  order: ['username'],
  naturalKey: ['username'],
  display: ({ username }) => String(username),
});

export type Body = TestAnswer['body'];

/** Everything these tests make objects with, and a place to put them. */
export interface World {
  plumbline: TestServices;
  hall: Body;
  maker: Body;
  role: Body;
  user: Body;
  send(method: string, path: string, body?: unknown): Promise<TestAnswer>;
  /** Makes an object; fails the test when it is refused. */
  make(endpoint: string, body: unknown): Promise<Body>;
  read(endpoint: string, object: { id: string }): Promise<Body>;
  change(endpoint: string, object: { id: string }, body: object): Promise<TestAnswer>;
  aLocation(body?: object): Promise<Body>;
  aRack(body?: object): Promise<Body>;
  aType(body?: object): Promise<Body>;
  aDevice(body?: object): Promise<Body>;
  /** The body of a device, for those who send it themselves. */
  deviceBody(body?: object): Record<string, unknown>;
  stop(): Promise<void>;
}

export const unique = (word: string): string => `${word} ${crypto.randomUUID().slice(0, 8)}`;

/**
 * Starts dcim on a database of its own, with a location, a maker, a type and a role to begin with. `grants` is what
 * everybody may do but the system.
 */
export async function startWorld(grants: Grants = {}): Promise<World> {
  const others: TestedService[] = [
    {
      app: 'extras',
      models: [Status, Role],
      busHandlers: {
        'configcontext.applied': async (_: unknown, payload: unknown) => ({
          data: [],
          applied: (payload as { surroundings: unknown[] }).surroundings.map(() => []),
        }),
      },
    },
    { app: 'tenancy', models: [Tenant] },
    { app: 'users', models: [User], busHandlers: { 'identity.permissions': async () => grants } },
  ];
  const plumbline = await startTestServices([...others, dcimService], {}, { contentTypes, contentTypeNames });
  const send: World['send'] = (method, path, body) => plumbline.request(method, `/api/${path}`, body);
  const make: World['make'] = async (endpoint, body) => {
    const answer = await send('POST', `${endpoint.includes('/') ? endpoint : `dcim/${endpoint}`}/`, body);
    expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
    return answer.body;
  };
  await make('extras/statuses', {
    name: 'Active',
    content_types: ['dcim.location', 'dcim.rack', 'dcim.device', 'dcim.interface', 'dcim.deviceredundancygroup'],
  });
  const role = await make('extras/roles', { name: 'leaf', content_types: ['dcim.device'], color: '2196f3' });
  const user = await make('users/users', { username: 'ada' });
  const type = await make('location-types', {
    name: 'hall',
    nestable: true,
    content_types: ['dcim.device', 'dcim.rack', 'dcim.rackgroup'],
  });
  const aLocation: World['aLocation'] = (body = {}) =>
    make('locations', { name: unique('place'), location_type: type.id, status: 'Active', ...body });
  const hall = await aLocation();
  const maker = await make('manufacturers', { name: 'Acme' });
  const plain = await make('device-types', { model: 'plain', manufacturer: maker.id });
  const deviceBody: World['deviceBody'] = (body = {}) => ({
    name: unique('device'),
    device_type: plain.id,
    location: hall.id,
    role: role.id,
    status: 'Active',
    ...body,
  });
  return {
    plumbline,
    hall,
    maker,
    role,
    user,
    send,
    make,
    read: async (endpoint, { id }) => (await send('GET', `dcim/${endpoint}/${id}/`)).body,
    change: (endpoint, { id }, body) => send('PATCH', `dcim/${endpoint}/${id}/`, body),
    aLocation,
    aRack: (body = {}) => make('racks', { name: unique('rack'), location: hall.id, status: 'Active', ...body }),
    aType: (body = {}) => make('device-types', { model: unique('type'), manufacturer: maker.id, ...body }),
    aDevice: (body = {}) => make('devices', deviceBody(body)),
    deviceBody,
    stop: () => plumbline.stop(),
  };
}
