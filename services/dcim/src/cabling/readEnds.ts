import {
  type BatchRule,
  type Candidate,
  type DeleteEffect,
  type Label,
  type Row,
  type WriteContext,
  where,
} from '@plumbline/model';
import { type Queryable, type Sql, sql } from '@plumbline/store';
import { lockTerminations } from './locks';
import { keyOf, type Termination } from './paths/walk';
import { byType, distinct, endsOf, isCircuitEnd, tableOf, uuidArray } from './terminations';

/** What rules and filters need to know of terminations of each kind, beside the device they are on. */
const columnsFor: Readonly<Record<string, Sql>> = {
  'dcim.interface': sql.fragment`device, type`,
  'dcim.frontport': sql.fragment`device, rear_port`,
  'dcim.rearport': sql.fragment`device, name, positions`,
  'dcim.powerfeed': sql.fragment`NULL::uuid AS device`,
};
const onDevice = sql.fragment`device`;

const sidesOf = (cable: Row): ['a' | 'b', Termination][] => {
  const [a, b] = endsOf(cable);
  return [
    ['a', a],
    ['b', b],
  ];
};

/**
 * Gives each cable what its rules ask of its ends (`related`), the devices these are at, and whether it counts as
 * connected. Ends of new cables are this transaction's until it ends, in an order that is the same for everybody.
 */
export const readEnds: BatchRule = async (candidates, context) => {
  const created = candidates.filter(({ before }) => !before).flatMap(({ row }) => endsOf(row));
  await lockTerminations(context.tx, created.filter(isCircuitEnd));
  await lockRows(context.tx, created);
  const ends = distinct(candidates.flatMap(({ row }) => endsOf(row)));
  const known = await endsByKey(ends, context);
  const taken = await takenEnds(context.tx, ends);
  for (const candidate of candidates) complete(candidate, known, taken);
  return candidates.map(() => undefined);
};

/** What cables keep beside what clients see, worked out for cables that came without it. */
export const fillInEnds: DeleteEffect = async (cables, context) => {
  const known = await endsByKey(distinct(cables.flatMap(endsOf)), context);
  const statuses = await context.select('extras.status', where('name', 'exact', connectedStatus));
  for (const row of cables) {
    for (const [side, end] of sidesOf(row)) row[`termination_${side}_device`] = known.get(keyOf(end))?.device ?? null;
    row.connected = statuses.some(({ id }) => id === row.status);
  }
};

async function lockRows(tx: Queryable, ends: readonly Termination[]): Promise<void> {
  for (const [label, ids] of byType(ends.filter((end) => !isCircuitEnd(end))))
    await tx.run(
      sql.unsafe`SELECT 1 FROM ${tableOf(label)} WHERE id = ANY(${uuidArray(ids)}) ORDER BY id FOR NO KEY UPDATE`,
    );
}

async function endsByKey(ends: Termination[], { tx, select }: WriteContext): Promise<Map<string, Row>> {
  const known = new Map<string, Row>();
  for (const [label, ids] of byType(ends))
    for (const row of await rowsOf(label, ids)) known.set(keyOf({ type: label, id: row.id as string }), row);
  return known;

  function rowsOf(label: Label, ids: string[]): Promise<Row[]> {
    if (label === 'circuits.circuittermination') return select(label, where('id', 'in', ids), ['provider_network']);
    const columns = columnsFor[label] ?? onDevice;
    return tx.rows(sql.unsafe`SELECT id, ${columns} FROM ${tableOf(label)} WHERE id = ANY(${uuidArray(ids)})`);
  }
}

/** Which cables the ends have, as committed so far. */
async function takenEnds(tx: Queryable, ends: Termination[]): Promise<Map<string, unknown>> {
  const ids = uuidArray(ends.map(({ id }) => id));
  const cables = await tx.rows<Row>(sql.unsafe`
    SELECT id, termination_a_type, termination_a_id, termination_b_type, termination_b_id FROM cable
    WHERE termination_a_id = ANY(${ids}) OR termination_b_id = ANY(${ids})`);
  return new Map(cables.flatMap((cable) => endsOf(cable).map((end) => [keyOf(end), cable.id] as const)));
}

function complete({ row, related }: Candidate, known: Map<string, Row>, taken: Map<string, unknown>): void {
  for (const [side, end] of sidesOf(row)) {
    const found = known.get(keyOf(end));
    const cable = taken.get(keyOf(end));
    related[`termination_${side}`] = found && { ...found, taken: cable !== undefined && cable !== row.id };
    row[`termination_${side}_device`] = found?.device ?? null;
  }
  // A later cable of the same request finds these ends taken.
  for (const end of endsOf(row)) if (!taken.has(keyOf(end))) taken.set(keyOf(end), row.id);
  if (related.status) row.connected = related.status.name === connectedStatus;
}

/** Cables of the status of this name are there; others are planned, or on their way out. */
const connectedStatus = 'Connected';
