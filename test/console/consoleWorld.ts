import type { Client } from '../harness/client';
import { makeAll } from './makeAll';

/** Names as they may be entered, each of which has undone some console. */
export const hostileNames = [
  `<script>document.title='run'</script>`,
  `"><img src=x onerror="document.title='run'">`,
  '\u202Eright to left\u202C \u2067שלום\u2069',
  'x'.repeat(64),
  'router 🛰️ {{ 7 * 7 }}',
];

/** What the console is shown with. */
export interface ConsoleWorld {
  /** Locations by what they are for. */
  here: string;
  elsewhere: string;
  /** The one device in a rack, which cannot move without it. */
  racked: { id: string; name: string };
  /** How many devices there are. */
  devices: number;
}

/** Devices beside the hostile ones and the one in a rack. */
const plainDevices = 500;

/** Makes locations, a rack and devices. */
export async function prepareConsoleWorld(client: Client): Promise<ConsoleWorld> {
  const make = async (path: string, body: object): Promise<string> =>
    (await client.must(201, 'POST', path, body)).body.id;
  const type = await make('dcim/location-types/', { name: 'Site', content_types: ['dcim.device', 'dcim.rack'] });
  const here = await make('dcim/locations/', { name: 'Berlin', location_type: type, status: 'Active' });
  const elsewhere = await make('dcim/locations/', { name: 'Wien', location_type: type, status: 'Active' });
  const rack = await make('dcim/racks/', { name: 'R1', location: here, status: 'Active', u_height: 42 });
  const manufacturer = await make('dcim/manufacturers/', { name: 'Fabrik' });
  const device_type = await make('dcim/device-types/', { manufacturer, model: 'S48', u_height: 1 });
  const role = await make('extras/roles/', { name: 'Leaf', color: '2196f3', content_types: ['dcim.device'] });
  const usual = { device_type, role, location: here, status: 'Active' };
  const racked = {
    name: 'sw-racked',
    id: await make('dcim/devices/', { ...usual, name: 'sw-racked', rack, position: 3, face: 'front' }),
  };
  const names = [
    ...Array.from({ length: plainDevices }, (_, at) => `sw-${String(at).padStart(4, '0')}`),
    ...hostileNames,
  ];
  await makeAll(
    client,
    'dcim/devices/',
    names.map((name) => ({ ...usual, name })),
  );
  return { here, elsewhere, racked, devices: names.length + 1 };
}
