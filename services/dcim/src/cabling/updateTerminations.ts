import type { Label, WriteContext } from '@plumbline/model';
import { type Queryable, type Sql, sql } from '@plumbline/store';
import type { Termination } from './paths/walk';
import { byType, distinct, isCircuitEnd, isEndpoint, tableOf, uuidArray } from './terminations';

type WriteParts = Pick<WriteContext, 'tx' | 'now' | 'alsoChanged' | 'emit'>;

/** What cables and paths say of terminations of one kind: `of` are their ids; the columns have the names of theirs. */
export const terminationColumns = (label: Label, of: Sql): Sql => sql.fragment`
  SELECT asked.id, plug.cable, plug.cable_peer_type, plug.cable_peer_id, path.destination_type AS connected_endpoint_type,
    path.destination_id AS connected_endpoint_id, path.is_active AS connected_endpoint_reachable
  FROM (${of}) AS asked(id)
  LEFT JOIN LATERAL (
    SELECT id AS cable, termination_b_type AS cable_peer_type, termination_b_id AS cable_peer_id
    FROM cable WHERE termination_a_type = ${label} AND termination_a_id = asked.id
    UNION ALL
    SELECT id, termination_a_type, termination_a_id FROM cable WHERE termination_b_type = ${label} AND termination_b_id = asked.id
  ) plug ON true
  LEFT JOIN cablepath path ON path.origin_type = ${label} AND path.origin_id = asked.id`;

const plugColumns = ['cable', 'cable_peer_type', 'cable_peer_id'];
const pathColumns = ['connected_endpoint_type', 'connected_endpoint_id', 'connected_endpoint_reachable'];

/** The columns of terminations of a kind that cabling writes. */
export const columnsOf = (label: Label): string[] =>
  isEndpoint({ type: label, id: '' }) ? [...plugColumns, ...pathColumns] : plugColumns;

/** These columns of an alias, as a list. */
export const columnList = (alias: string, columns: string[]): Sql =>
  sql.fragment`${sql.join(
    columns.map((column) => sql.identifier([alias, column])),
    sql.fragment`, `,
  )}`;

/**
 * Brings what terminations say of their cables and of where these lead in line with the cables and paths there are.
 * Those of this service that have got or lost a cable count as changed; circuits is told of its own.
 */
export async function updateTerminations(write: WriteParts, terminations: readonly Termination[]): Promise<void> {
  const all = distinct(terminations);
  for (const [label, ids] of byType(all.filter((termination) => !isCircuitEnd(termination)))) {
    const replugged = await updateTable(write.tx, label, ids, write.now);
    if (replugged.length > 0) await write.alsoChanged(label, replugged);
  }
  await tellCircuits(
    write,
    all.filter(isCircuitEnd).map(({ id }) => id),
  );
}

/** Writes what differs; answers which of them have another cable than before. */
async function updateTable(tx: Queryable, label: Label, ids: string[], now: string): Promise<string[]> {
  const columns = columnsOf(label);
  const values = columns.map((name) => sql.fragment`${sql.identifier([name])} = ${sql.identifier(['said', name])}`);
  const rows = await tx.rows<{ id: string; replugged: boolean }>(sql.unsafe`
    UPDATE ${tableOf(label)} t SET ${sql.join(values, sql.fragment`, `)},
      last_updated = CASE WHEN t.cable IS DISTINCT FROM said.cable THEN ${now}::timestamptz ELSE t.last_updated END
    FROM (${terminationColumns(label, sql.fragment`SELECT id FROM unnest(${uuidArray(ids)}) AS id`)}) said
    WHERE t.id = said.id AND (${columnList('t', columns)}) IS DISTINCT FROM (${columnList('said', columns)})
    RETURNING t.id, t.last_updated = ${now}::timestamptz AS replugged`);
  return rows.filter(({ replugged }) => replugged).map(({ id }) => id);
}

/** Tells circuits what its terminations say from now on (`circuitTerminationCabling` in libs/domain). */
async function tellCircuits({ tx, emit }: WriteParts, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const said = terminationColumns(
    'circuits.circuittermination',
    sql.fragment`SELECT id FROM unnest(${uuidArray(ids)}) AS id`,
  );
  const rows = await tx.rows<{ id: string }>(sql.unsafe`${said}`);
  await emit(
    'dcim.cablepath',
    rows.map(({ id, ...data }) => ({ id, data })),
  );
}
