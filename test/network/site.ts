import type { TestAnswer, TestServices } from '@plumbline/testkit';
import { startEveryService } from '../models/everyService';

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
export type Shown = any;

/** All services, with a place to put devices at and everything these are made with. */
export interface Site {
  plumbline: TestServices;
  /** The location devices stand at. */
  location: Shown;
  send(method: string, path: string, body?: unknown): Promise<TestAnswer>;
  /** Makes an object; fails the test when it is refused. */
  make(path: string, body: unknown): Promise<Shown>;
  read(path: string, object: { id: string }): Promise<Shown>;
  change(path: string, object: { id: string }, body: object): Promise<TestAnswer>;
  remove(path: string, object: { id: string }): Promise<TestAnswer>;
  /** Makes a device at the location, of a type without bays unless said otherwise. */
  aDevice(name: string, body?: object): Promise<Shown>;
  /** The names of the objects a list answers, in its order. */
  names(path: string): Promise<string[]>;
  stop(): Promise<void>;
}

/** Starts every service on a database of its own. */
export async function startSite(): Promise<Site> {
  const plumbline = await startEveryService();
  const send: Site['send'] = (method, path, body) => plumbline.request(method, `/api/${path}`, body);
  const make: Site['make'] = async (path, body) => {
    const answer = await send('POST', `${path}/`, body);
    expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
    return answer.body;
  };
  const content_types = ['dcim.device', 'dcim.rack', 'dcim.rackgroup', 'dcim.powerpanel', 'ipam.vlan'];
  await make('dcim/location-types', { name: 'Site', content_types });
  const location = await make('dcim/locations', { name: 'Berlin', location_type: 'Site', status: 'Active' });
  await make('dcim/manufacturers', { name: 'Acme' });
  await make('dcim/device-types', [
    { model: 'Switch', manufacturer: 'Acme' },
    { model: 'Chassis', manufacturer: 'Acme', subdevice_role: 'parent' },
  ]);
  await make('extras/roles', { name: 'Access', content_types: ['dcim.device'] });
  return {
    plumbline,
    location,
    send,
    make,
    read: async (path, { id }) => (await send('GET', `${path}/${id}/`)).body,
    change: (path, { id }, body) => send('PATCH', `${path}/${id}/`, body),
    remove: (path, { id }) => send('DELETE', `${path}/${id}/`),
    aDevice: (name, body = {}) =>
      make('dcim/devices', {
        name,
        device_type: { model: 'Switch' },
        role: 'Access',
        location: location.id,
        status: 'Active',
        ...body,
      }),
    names: async (path) => (await send('GET', path)).body.results.map(({ name }: Shown) => name),
    stop: () => plumbline.stop(),
  };
}

/** The word, and a number that no other word of the same tests has. */
export const unique = (
  (made) => (word: string) =>
    `${word} ${++made}`
)(0);
