import { type LockStep, type Row, readUuid } from '@plumbline/model';
import { inLine, locksInOrder, sql } from '@plumbline/store';

/**
 * Devices come before their chassis, as when a device is written: those that are or become masters of chassis that are
 * changed, and all members of chassis that go. The line of the chassis comes before all of them: who changes a member has it by then.
 */
export const lockMembers: LockStep = (_tx, ids, bodies) => {
  if (ids.length === 0) return undefined;
  const chassis = sql.array([...ids] as string[], 'uuid');
  const concerned = bodies
    ? sql.fragment`id IN (SELECT master FROM virtualchassis WHERE id = ANY(${chassis})) OR id = ANY(${sql.array(mastersIn(bodies), 'uuid')})`
    : sql.fragment`virtual_chassis = ANY(${chassis})`;
  return locksInOrder([
    inLine([{ kind: 'dcim.virtualchassis', ids: sql.fragment`SELECT unnest(${chassis}) AS id`, as: 'exclusive' }]),
    sql.fragment`SELECT 1 FROM device WHERE ${concerned} ORDER BY id FOR NO KEY UPDATE`,
  ]);
};

/** The masters that bodies name by id; those that take a look-up are locked later. */
const mastersIn = (bodies: readonly unknown[]): string[] =>
  bodies.flatMap((body) => {
    const master = (body as Row | null)?.master as unknown;
    return readUuid(typeof master === 'object' && master !== null ? (master as Row).id : master) ?? [];
  });
