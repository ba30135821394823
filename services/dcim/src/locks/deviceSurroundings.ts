import { type BatchRule, type LockStep, mentions, type Row, readUuid } from '@plumbline/model';
import { inLine, locksInOrder, type Queryable, sql } from '@plumbline/store';

/**
 * What devices are placed by is locked in one order: types, then racks, then chassis, each by id. Types are shared by
 * writers of devices; racks and chassis are one writer's at a time, so that nobody places by what another is changing.
 * Types and racks are locked with all that a write refers to; here the chassis that devices join or leave.
 */
export const lockChassisOfMoving: BatchRule = async (candidates, { tx }) => {
  const moving = candidates.filter(({ before, row }) => before?.virtual_chassis !== row.virtual_chassis);
  const rows = moving.flatMap(({ before, row }) => (before ? [row, before] : [row]));
  const ids = idsIn(rows, 'virtual_chassis');
  if (ids.length > 0)
    await tx.run(
      sql.unsafe`SELECT id FROM virtualchassis WHERE id = ANY(${sql.array(ids, 'uuid')}) ORDER BY id FOR NO KEY UPDATE`,
    );
  return [];
};

/** What is judged of a device together with its type, and with its rack. */
export const judgedTogether = {
  device_type: ['rack', 'position', 'face', 'platform'],
  rack: ['location', 'position', 'face', 'device_type'],
} as const;

/** A write that says something of one of these locks types or racks with its targets. */
const placing = [...new Set(Object.entries(judgedTogether).flat(2))];

/**
 * Types and racks of devices that are about to be placed elsewhere, before they are locked themselves. A device that goes makes room:
 * it is locked alone, and its deletion never waits for what it stands in.
 */
export const lockSurroundingsOfShared: LockStep = (_tx, ids, bodies) => {
  if (ids.length === 0 || !bodies || !bodies.some((body) => mentions(body, ...placing))) return undefined;
  const given = bodies.filter((body): body is Row => typeof body === 'object' && body !== null);
  const leading = (name: 'device_type' | 'rack') =>
    sql.fragment`id = ANY(ARRAY(
      SELECT ${sql.identifier([name])} FROM device WHERE id = ANY(${sql.array([...ids] as string[], 'uuid')})
      UNION SELECT unnest(${sql.array(idsIn(given, name), 'uuid')})
    ))`;
  return locksInOrder([
    inLine([
      {
        kind: 'dcim.devicetype',
        ids: sql.fragment`SELECT id FROM devicetype WHERE ${leading('device_type')}`,
        as: 'shared',
      },
    ]),
    sql.fragment`SELECT id FROM devicetype WHERE ${leading('device_type')} ORDER BY id FOR SHARE`,
    sql.fragment`SELECT id FROM rack WHERE ${leading('rack')} ORDER BY id FOR NO KEY UPDATE`,
  ]);
};

/** Racks in which nothing is placed, moved or made room for until the transaction ends, as they are then. */
export async function lockRacksShared(tx: Queryable, ids: string[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  return tx.rows<Row>(
    sql.unsafe`SELECT id, name, location, u_height FROM rack WHERE id = ANY(${sql.array(ids, 'uuid')}) ORDER BY id FOR NO KEY UPDATE`,
  );
}

/** The distinct ids these rows or bodies name; a naming that takes a look-up is left for later. */
function idsIn(rows: Row[], name: string): string[] {
  const ids = rows.flatMap((row) => {
    const named = row[name] as unknown;
    const id = readUuid(typeof named === 'object' && named !== null ? (named as Row).id : named);
    return id === undefined ? [] : [id];
  });
  return [...new Set(ids)];
}
