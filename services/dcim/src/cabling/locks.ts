import { type LockStep, mentions, type Row } from '@plumbline/model';
import { type Queryable, type Sql, sql } from '@plumbline/store';
import type { Termination } from './paths/walk';
import { endsOf, isPassThrough, labelArray, passThroughTypes, uuidArray } from './terminations';

/** Locks that stand for terminations; several share one, for PostgreSQL's table of locks is not large. */
const buckets = 512;

/**
 * Nobody else makes cables to these terminations until the transaction ends; those of other services, too, which have
 * no row here to lock. What was committed before is seen by the statements that follow.
 */
export async function lockTerminations(tx: Queryable, ends: readonly Termination[]): Promise<void> {
  const ids = uuidArray(ends.map(({ id }) => id));
  await tx.run(sql.unsafe`
    SELECT pg_advisory_xact_lock(hashtext('dcim.cable end'), bucket)
    FROM (SELECT DISTINCT abs(hashtext(id::text) % ${buckets}::int4) AS bucket FROM unnest(${ids}) AS id ORDER BY bucket) buckets`);
}

/**
 * Makes this transaction the only one that changes where cable paths lead that go on through panels and circuits: two of them
 * at once would each follow cable paths without seeing what the other one adds. Cables between two endpoints do without.
 */
export async function lockPassThrough(tx: Queryable): Promise<void> {
  await tx.run(sql.unsafe`${lockingPassThrough}`);
}

/** The statement of `lockPassThrough`. */
export const lockingPassThrough = sql.fragment`SELECT pg_advisory_xact_lock(hashtext('dcim.cable'), -1)`;

/** As `lockPassThrough`, where one of these terminations is one. */
export async function lockIfPassThrough(tx: Queryable, terminations: readonly Termination[]): Promise<void> {
  if (terminations.some(isPassThrough)) await lockPassThrough(tx);
}

/**
 * The lock comes before those on rows, where one of the cables that match leads to a panel or circuit. All that match are looked
 * at: of a first one PostgreSQL expects to meet it soon, and would read the whole table where there is none.
 */
async function passThroughLockIfLeadsOn(tx: Queryable, concerned: Sql): Promise<Sql | undefined> {
  const through = labelArray(passThroughTypes);
  const found = await tx.first<{ leads_on: boolean | null }>(sql.unsafe`
    SELECT bool_or(termination_a_type = ANY(${through}) OR termination_b_type = ANY(${through})) AS leads_on
    FROM cable WHERE ${concerned}`);
  return found?.leads_on ? lockingPassThrough : undefined;
}

/** Before cables to panels or circuits are made, and before cables go or get another status. */
export const lockPathsOverCables: LockStep = (tx, ids, bodies) => {
  if (ids.length === 0) return bodies?.some(leadsOn) ? lockingPassThrough : undefined;
  return !bodies || bodies.some((body) => mentions(body, 'status'))
    ? passThroughLockIfLeadsOn(tx, sql.fragment`id = ANY(${uuidArray(ids)})`)
    : undefined;
};

const leadsOn = (body: unknown): boolean =>
  mentions(body, 'termination_a_type', 'termination_b_type') && endsOf(body as Row).some(isPassThrough);

/** Before devices go, and their cables with them. */
export const lockPathsOfDevices: LockStep = (tx, ids, bodies) => {
  if (bodies) return undefined;
  const devices = uuidArray(ids);
  return passThroughLockIfLeadsOn(
    tx,
    sql.fragment`(termination_a_device = ANY(${devices}) OR termination_b_device = ANY(${devices}))`,
  );
};

/** Before endpoints go, and their cables with them. */
export const lockPathsFromEndpoints: LockStep = (tx, ids, bodies) => {
  if (bodies) return undefined;
  const ends = uuidArray(ids);
  return passThroughLockIfLeadsOn(
    tx,
    sql.fragment`(termination_a_id = ANY(${ends}) OR termination_b_id = ANY(${ends}))`,
  );
};

/** Before front ports are made, go or lead elsewhere: their rear ports are locked after that. */
export const lockPathsThroughFrontPorts: LockStep = (_tx, _ids, bodies) =>
  !bodies || bodies.some((body) => mentions(body, 'rear_port', 'rear_port_position')) ? lockingPassThrough : undefined;

/** Before rear ports go or get another number of positions; new ones lead nowhere yet. */
export const lockPathsThroughRearPorts: LockStep = (_tx, ids, bodies) =>
  !bodies || (ids.length > 0 && bodies.some((body) => mentions(body, 'positions'))) ? lockingPassThrough : undefined;
