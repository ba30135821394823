import { allowed, displayOf, fileUrl, findVisible, hiddenWord, load, select, type UnitOfWork } from '@plumbline/engine';
import { allOf, type Row, where } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { Device, DeviceType, RackReservation } from '../models';

/** A device as the picture of its rack tells of it. */
export interface ShownDevice {
  id: string;
  name: string;
  /** The name up to the first dot. */
  shortName: string;
  /** Everything worth knowing, in a line. */
  title: string;
  color: string;
  /** How many of its bays are taken, where it has any. */
  bays: string;
  /** The address of a picture of each face of its type, where there is one. */
  images: Record<string, string | null>;
}

/** Units that are kept for something. */
export interface Reservation {
  description: string;
  /** With who keeps them, and since when. */
  title: string;
}

const values = [
  'role.name',
  'role.color',
  'device_type.model',
  'device_type.u_height',
  'device_type.manufacturer.name',
  'device_type.front_image',
  'device_type.rear_image',
];

/** The devices placed in a rack that the caller may see, by id. */
export async function devicesShown(work: UnitOfWork, rack: Row): Promise<Map<string, ShownDevice>> {
  const visible = await allowed(work, Device, 'view');
  if (!visible) return new Map();
  const criteria = allOf(where('rack', 'exact', rack.id), where('position', 'isnull', false), visible);
  const { rows } = await load(work, Device, { criteria, sort: false, root: false, paths: values });
  const bays = await baysOf(work, rows);
  return new Map(rows.map((row) => [row.id as string, shown(work, row, bays.get(row.id as string))]));
}

function shown(work: UnitOfWork, device: Row, bays: Bays | undefined): ShownDevice {
  const name = displayOf(work, Device, device);
  const told = (path: string) => device[path] ?? hiddenWord;
  const type = `${told('device_type.manufacturer.name')} ${told('device_type.model')}`;
  const words = [
    `${name} (${told('role.name')}) — ${type} (${told('device_type.u_height')}U)`,
    device.asset_tag,
    device.serial,
  ];
  return {
    id: device.id as string,
    name,
    shortName: name.split('.')[0]!,
    title: words.filter(Boolean).join(' '),
    color: `#${device['role.color'] ?? '9e9e9e'}`,
    bays: bays ? ` (${bays.installed}/${bays.total})` : '',
    images: { front: imageOf(work, device, 'front_image'), rear: imageOf(work, device, 'rear_image') },
  };
}

function imageOf({ engine, scope }: UnitOfWork, device: Row, field: string): string | null {
  const reference = device[`device_type.${field}`];
  if (!reference) return null;
  return fileUrl(engine.catalog, scope.base, DeviceType.label, device.device_type, field, String(reference));
}

interface Bays {
  device: string;
  total: number;
  installed: number;
}

/** How many bays devices have, and in how many of them something stands. */
async function baysOf(work: UnitOfWork, devices: Row[]): Promise<Map<string, Bays>> {
  const ids = sql.array(
    devices.map(({ id }) => id as string),
    'uuid',
  );
  const rows = await work.sql.rows<Bays>(sql.unsafe`
    SELECT device, count(*)::int4 AS total, count(installed_device)::int4 AS installed FROM devicebay
    WHERE device = ANY(${ids}) GROUP BY device`);
  return new Map(rows.map((bays) => [bays.device, bays]));
}

/** What each reserved unit of a rack is kept for. */
export async function reservationsOf(work: UnitOfWork, rack: Row): Promise<Map<number, Reservation>> {
  const { label } = RackReservation;
  const criteria = where('rack', 'exact', rack.id);
  const reservations = await select(work, label, criteria, {
    values: ['units', 'description', 'user.username', 'created'],
  });
  const visible = work.viewer && new Set(await findVisible(work, label, criteria));
  return new Map(
    reservations.flatMap((one) => {
      const isHidden = visible !== undefined && !visible.has(one.id as string);
      const description = isHidden ? hiddenWord : String(one.description);
      const since = `${String(one.created).slice(0, 19).replace('T', ' ')} UTC`;
      const title = isHidden ? hiddenWord : `${description} — ${one['user.username'] ?? hiddenWord} — ${since}`;
      return (one.units as number[]).map((unit): [number, Reservation] => [unit, { description, title }]);
    }),
  );
}
