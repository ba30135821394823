import type { Row } from '@plumbline/model';
import type { Api } from '../apply/openApi';
import { ApiUnusable } from '../apply/openApi';
import { presentOf } from '../apply/presentOf';

/** Kinds of parts that devices get from the templates of their type. */
const parts = [
  'console-port',
  'console-server-port',
  'power-outlet',
  'power-port',
  'interface',
  'front-port',
  'rear-port',
  'device-bay',
];

/** Whether any type of devices has templates, so that new devices get parts of which NetBox may know nothing. */
export async function hasTemplates(api: Api): Promise<boolean> {
  for (const part of parts) if ((await api.count(`dcim/${part}-templates`)) > 0) return true;
  return false;
}

/** Devices asked for at a time: their ids have to fit into an address. */
const devicesAtATime = 50;

/**
 * Takes the parts away that devices were given when they were made: those they have in NetBox come by themselves. Devices
 * that are not there have none: they were to be made when that was cut off.
 */
export async function dropParts(api: Api, devices: readonly string[]): Promise<void> {
  for (let at = 0; at < devices.length; at += devicesAtATime) {
    const fresh = await presentOf(api, 'dcim/devices', devices.slice(at, at + devicesAtATime));
    if (fresh.size > 0) for (const part of parts) await dropPartsOf(api, fresh, part);
  }
}

async function dropPartsOf(api: Api, devices: ReadonlyMap<string, Row>, part: string): Promise<void> {
  // Interfaces are found by the names of their devices under the other word.
  const word = part === 'interface' ? 'device_id' : 'device';
  const query = [...devices.keys()].map((id) => `${word}=${id}`).join('&');
  const pages: Row[][] = [];
  // The master of a virtual chassis is shown the interfaces of all its members, which are not its own.
  for await (const objects of api.list(`dcim/${part}s`, query))
    pages.push(objects.filter(({ device }) => devices.has((device as Row).id as string)).map(({ id }) => ({ id })));
  for (const some of pages.filter(({ length }) => length > 0)) {
    const { status, body } = await api.write('DELETE', `dcim/${part}s`, some);
    if (status >= 300)
      throw new ApiUnusable(
        `Plumbline answered ${status} when parts of new devices were to go: ${JSON.stringify(body).slice(0, 300)}`,
      );
  }
}
