import type { Row } from '@plumbline/model';
import type { Api } from '../apply/openApi';
import { ApiUnusable } from '../apply/openApi';

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

/** Takes the parts away that devices were given when they were made: those they have in NetBox come by themselves. */
export async function dropParts(api: Api, devices: readonly string[]): Promise<void> {
  if (devices.length === 0) return;
  const fresh = new Set<unknown>(devices);
  for (const part of parts) {
    // Interfaces are found by the names of their devices under the other word.
    const word = part === 'interface' ? 'device_id' : 'device';
    const query = devices.map((id) => `${word}=${id}`).join('&');
    const ids: Row[] = [];
    // The master of a virtual chassis is shown the interfaces of all its members, which are not its own.
    for await (const objects of api.list(`dcim/${part}s`, query))
      ids.push(...objects.filter(({ device }) => fresh.has((device as Row).id)).map(({ id }) => ({ id })));
    if (ids.length === 0) continue;
    const { status, body } = await api.write('DELETE', `dcim/${part}s`, ids);
    if (status >= 300)
      throw new ApiUnusable(
        `Plumbline answered ${status} when parts of new devices were to go: ${JSON.stringify(body).slice(0, 300)}`,
      );
  }
}
