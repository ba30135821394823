import type { LockStep } from '@plumbline/model';
import { type Queryable, type Sql, sql } from '@plumbline/store';
import type { Place } from './paths/walk';
import { idArray, isThoroughfare, labelArray, thoroughfares } from './places';

/** Locks that stand for terminations; several share one, for PostgreSQL's table of locks is not large. */
const buckets = 512;

/**
 * Nobody else makes cables to these terminations until the transaction ends; those of other services, too, which have
 * no row here to lock. What was committed before is seen by the statements that follow.
 */
export async function ownEnds(tx: Queryable, ends: readonly Place[]): Promise<void> {
  const ids = idArray(ends.map(({ id }) => id));
  await tx.run(sql.unsafe`
    SELECT pg_advisory_xact_lock(hashtext('dcim.cable end'), bucket)
    FROM (SELECT DISTINCT abs(hashtext(id::text) % ${buckets}::int4) AS bucket FROM unnest(${ids}) AS id ORDER BY bucket) buckets`);
}

/**
 * Makes this transaction the only one that changes where ways lead that go on through panels and circuits: two of them
 * at once would each follow ways without seeing what the other one adds. Cables between two endpoints do without.
 */
export async function ownThoroughfares(tx: Queryable): Promise<void> {
  await tx.run(sql.unsafe`SELECT pg_advisory_xact_lock(hashtext('dcim.cable'), -1)`);
}

/** As `ownThoroughfares`, where one of these places is one. */
export async function ownIfThoroughfare(tx: Queryable, places: readonly Place[]): Promise<void> {
  if (places.some(isThoroughfare)) await ownThoroughfares(tx);
}

/** The lock comes before those on rows, where one of the cables that match leads to a panel or circuit. */
async function ownBefore(tx: Queryable, concerned: Sql): Promise<void> {
  const through = labelArray(thoroughfares);
  const found = await tx.first(sql.unsafe`
    SELECT 1 FROM cable WHERE ${concerned} AND (termination_a_type = ANY(${through}) OR termination_b_type = ANY(${through})) LIMIT 1`);
  if (found) await ownThoroughfares(tx);
}

const mentions = (bodies: readonly unknown[], ...names: string[]): boolean =>
  bodies.some((body) => typeof body === 'object' && body !== null && names.some((name) => Object.hasOwn(body, name)));

/** Before cables go or get another status. */
export const ownWaysOver: LockStep = async (tx, ids, bodies) => {
  if (!bodies || mentions(bodies, 'status')) await ownBefore(tx, sql.fragment`id = ANY(${idArray(ids)})`);
};

/** Before devices go, and their cables with them. */
export const ownWaysOfDevices: LockStep = async (tx, ids, bodies) => {
  const devices = idArray(ids);
  if (!bodies)
    await ownBefore(
      tx,
      sql.fragment`(termination_a_device = ANY(${devices}) OR termination_b_device = ANY(${devices}))`,
    );
};

/** Before endpoints go, and their cables with them. */
export const ownWaysFrom: LockStep = async (tx, ids, bodies) => {
  const ends = idArray(ids);
  if (!bodies) await ownBefore(tx, sql.fragment`(termination_a_id = ANY(${ends}) OR termination_b_id = ANY(${ends}))`);
};

/** Before ports of panels go or lead elsewhere. */
export const ownWaysThrough: LockStep = async (tx, _ids, bodies) => {
  if (!bodies || mentions(bodies, 'rear_port', 'rear_port_position', 'positions')) await ownThoroughfares(tx);
};
