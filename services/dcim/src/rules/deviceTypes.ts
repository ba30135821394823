import { type BatchRule, type Candidate, changesStored, type Row, type Rule, type RuleResult } from '@plumbline/model';
import { type Queryable, sql } from '@plumbline/store';
import { lockRacksShared } from '../locks/deviceSurroundings';
import { fits, type Occupant, occupantsOf } from './rackSpace';

/** Devices that stand in another's bay take no units of the rack themselves. */
export const childrenTakeNoUnits: Rule = ({ row }) =>
  row.subdevice_role === 'child' && row.u_height !== 0 ? { u_height: ['Child device types must be 0U.'] } : undefined;

/** Types whose devices get bays are those of parents. */
export const typesWithBaysAreParents: BatchRule = async (candidates, { tx }) => {
  const demoted = candidates.filter(({ before, row }) => before && row.subdevice_role !== 'parent');
  if (demoted.length === 0) return [];
  const ids = sql.array(
    demoted.map(({ row }) => row.id as string),
    'uuid',
  );
  const rows = await tx.rows<{ id: string }>(
    sql.unsafe`SELECT DISTINCT device_type AS id FROM devicebaytemplate WHERE device_type = ANY(${ids})`,
  );
  const withBays = new Set<unknown>(rows.map(({ id }) => id));
  return candidates.map(
    ({ row }): RuleResult =>
      row.subdevice_role !== 'parent' && withBays.has(row.id)
        ? {
            subdevice_role: ['The bays of its devices must go before the type is no longer one of parents.'],
          }
        : undefined,
  );
};

interface Mounted extends Occupant {
  device_type: string;
  name: string | null;
}

const height = (row: Row): number => row.u_height as number;

/** Devices that are mounted keep a height, and have room above them when they grow. */
export const mountedDevicesFit: BatchRule = async (candidates, { tx, alsoRead }) => {
  const resized = candidates.filter(
    (candidate) => changesStored(candidate, 'u_height') && (grows(candidate) || height(candidate.row) === 0),
  );
  if (resized.length === 0) return [];
  const mounted = await mountedOf(
    tx,
    resized.map(({ row }) => row.id as string),
  );
  const racks = new Map(
    (await lockRacksShared(tx, [...new Set(mounted.map(({ rack }) => rack))])).map((rack) => [rack.id, rack]),
  );
  for (const [label, rows] of [
    ['dcim.device', mounted],
    ['dcim.rack', racks.values()],
  ] as const)
    alsoRead(
      label,
      [...rows].map(({ id, name }) => ({ id, name })),
    );
  const standing = await occupantsOf(tx, [...racks.keys()] as string[]);
  return candidates.map((candidate): RuleResult => {
    const own = resized.includes(candidate) ? mounted.filter(({ device_type: type }) => type === candidate.row.id) : [];
    if (own.length === 0) return undefined;
    if (height(candidate.row) === 0) return { u_height: [stillMounted(candidate.row, own.length)] };
    const cramped = own.find((device) => !hasRoom(device, candidate.row, racks.get(device.rack)!, standing));
    return cramped ? { u_height: [noRoom(cramped, racks.get(cramped.rack)!, candidate.row)] } : undefined;
  });
};

const grows = ({ before, row }: Candidate): boolean => height(row) > height(before!);

const mountedOf = (tx: Queryable, types: string[]): Promise<Mounted[]> =>
  tx.rows<Mounted>(sql.unsafe`
    SELECT id, name, device_type, rack, position, face FROM device
    WHERE device_type = ANY(${sql.array(types, 'uuid')}) AND rack IS NOT NULL AND position IS NOT NULL
    ORDER BY natural_name, id`);

function hasRoom(device: Mounted, type: Row, rack: Row, standing: Occupant[]): boolean {
  const beside = standing.filter((other) => other.rack === device.rack && other.id !== device.id);
  const grown = { ...device, u_height: height(type), is_full_depth: type.is_full_depth as boolean };
  return fits(grown, height(rack), new Map(beside.map((other) => [other.id, other])));
}

const noRoom = (device: Mounted, rack: Row, type: Row): string =>
  `Device ${device.name ?? device.id} in rack ${rack.name} does not have sufficient space to accommodate a height of ${height(type)}U`;

const stillMounted = ({ id, manufacturer }: Row, count: number): string =>
  `Unable to set 0U height: Found <a href="/dcim/devices/?manufacturer=${manufacturer}&amp;device_type=${id}">${count} instances</a> already mounted within racks.`;
