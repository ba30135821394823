import { type BatchRule, type Candidate, type LockStep, type Row, readUuid } from '@plumbline/model';
import { type Queryable, sql } from '@plumbline/store';

/**
 * What devices are placed by is locked in one order: types, then racks, then chassis, each by id. Types are shared by
 * writers of devices; racks and chassis are one writer's at a time, so that nobody places by what another is changing.
 */
export const lockSurroundingsShared: BatchRule = async (candidates, { tx }) => {
  const rows = candidates.flatMap(({ before, row }) => (before ? [row, before] : [row]));
  const types = await holdTypes(tx, idsIn(rows, 'device_type'));
  const racks = await lockRacksShared(tx, idsIn(rows, 'rack'));
  const moving = candidates.filter(({ before, row }) => before?.virtual_chassis !== row.virtual_chassis);
  await holdChassis(
    tx,
    idsIn(
      moving.flatMap(({ before, row }) => (before ? [row, before] : [row])),
      'virtual_chassis',
    ),
  );
  for (const candidate of candidates) {
    renew(candidate, 'device_type', types);
    renew(candidate, 'rack', racks);
  }
  return [];
};

/** The same for devices that are about to be changed or deleted, before they are locked themselves. */
export const lockSurroundingsOfShared: LockStep = async (tx, ids, bodies) => {
  if (ids.length === 0) return;
  const rows = await tx.rows<Row>(
    sql.unsafe`SELECT device_type, rack FROM device WHERE id = ANY(${sql.array([...ids] as string[], 'uuid')})`,
  );
  const wanted = [...rows, ...(bodies ?? []).filter((body): body is Row => typeof body === 'object' && body !== null)];
  await holdTypes(tx, idsIn(wanted, 'device_type'));
  await lockRacksShared(tx, idsIn(wanted, 'rack'));
};

/** Racks in which nothing is placed, moved or made room for until the transaction ends, as they are then. */
export function lockRacksShared(tx: Queryable, ids: string[]): Promise<Row[]> {
  return lockedRows(
    tx,
    ids,
    () =>
      sql.unsafe`SELECT id, name, location, u_height FROM rack WHERE id = ANY(${sql.array(ids, 'uuid')}) ORDER BY id FOR NO KEY UPDATE`,
  );
}

const holdTypes = (tx: Queryable, ids: string[]): Promise<Row[]> =>
  lockedRows(
    tx,
    ids,
    () =>
      sql.unsafe`SELECT id, model, u_height, is_full_depth, subdevice_role, manufacturer FROM devicetype WHERE id = ANY(${sql.array(ids, 'uuid')}) ORDER BY id FOR SHARE`,
  );

const holdChassis = (tx: Queryable, ids: string[]): Promise<Row[]> =>
  lockedRows(
    tx,
    ids,
    () =>
      sql.unsafe`SELECT id FROM virtualchassis WHERE id = ANY(${sql.array(ids, 'uuid')}) ORDER BY id FOR NO KEY UPDATE`,
  );

async function lockedRows(
  tx: Queryable,
  ids: string[],
  statement: () => ReturnType<typeof sql.unsafe>,
): Promise<Row[]> {
  return ids.length === 0 ? [] : tx.rows<Row>(statement());
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

/** Rules see what was read under the lock. */
function renew({ row, related }: Candidate, relation: string, found: Row[]): void {
  const held = found.find(({ id }) => id === row[relation]);
  if (held) related[relation] = { ...related[relation], ...held };
}
