import type { WriteContext } from '@plumbline/model';
import { type Queryable, sql } from '@plumbline/store';
import { distinct, labelArray, uuidArray } from '../terminations';
import { factsOf } from './facts';
import { traceAll } from './traceAll';
import type { Termination, TracedPath } from './walk';

/** Where the cable paths begin that lead over any of these cables and ports. */
export function originsOver(tx: Queryable, ids: readonly unknown[]): Promise<Termination[]> {
  return ids.length === 0
    ? Promise.resolve([])
    : tx.rows<Termination>(
        sql.unsafe`SELECT origin_type AS type, origin_id AS id FROM cablepath WHERE nodes && ${uuidArray(ids)}`,
      );
}

/** Cable paths that were followed anew, and the origins of those that lead elsewhere than before. */
export interface Retraced {
  cablePaths: TracedPath[];
  changed: Termination[];
}

/** Follows the cables from these origins anew and keeps where they lead; those without a cable have no path. */
export async function retrace(
  context: Pick<WriteContext, 'tx' | 'select'>,
  origins: readonly Termination[],
): Promise<Retraced> {
  const cablePaths = await traceAll(distinct(origins), factsOf(context));
  const left = await forgetPaths(
    context.tx,
    cablePaths.filter(({ path }) => path.length === 0),
  );
  const led = await keepPaths(
    context.tx,
    cablePaths.filter(({ path }) => path.length > 0),
  );
  return { cablePaths, changed: [...left, ...led] };
}

async function forgetPaths(tx: Queryable, cablePaths: TracedPath[]): Promise<Termination[]> {
  if (cablePaths.length === 0) return [];
  const types = labelArray(cablePaths.map(({ origin }) => origin.type));
  const ids = uuidArray(cablePaths.map(({ origin }) => origin.id));
  return tx.rows<Termination>(sql.unsafe`
    DELETE FROM cablepath USING unnest(${types}, ${ids}) AS origin(type, id)
    WHERE origin_type = origin.type AND origin_id = origin.id RETURNING origin.type, origin.id`);
}

async function keepPaths(tx: Queryable, cablePaths: TracedPath[]): Promise<Termination[]> {
  if (cablePaths.length === 0) return [];
  const rows = JSON.stringify(cablePaths.map(rowOf));
  return tx.rows<Termination>(sql.unsafe`
    INSERT INTO cablepath AS kept (id, origin_type, origin_id, destination_type, destination_id, node_types, nodes, is_active, is_split)
    SELECT gen_random_uuid(), origin_type, origin_id, destination_type, destination_id, node_types, nodes, is_active, is_split
    FROM jsonb_populate_recordset(NULL::cablepath, ${rows}::jsonb)
    ON CONFLICT (origin_type, origin_id) DO UPDATE SET
      destination_type = excluded.destination_type, destination_id = excluded.destination_id, node_types = excluded.node_types,
      nodes = excluded.nodes, is_active = excluded.is_active, is_split = excluded.is_split
    WHERE (kept.destination_type, kept.destination_id, kept.node_types, kept.nodes, kept.is_active, kept.is_split)
      IS DISTINCT FROM (excluded.destination_type, excluded.destination_id, excluded.node_types, excluded.nodes, excluded.is_active, excluded.is_split)
    RETURNING origin_type AS type, origin_id AS id`);
}

const rowOf = ({ origin, path, destination, active, split }: TracedPath) => ({
  origin_type: origin.type,
  origin_id: origin.id,
  destination_type: destination?.type ?? null,
  destination_id: destination?.id ?? null,
  node_types: path.map(({ type }) => type),
  nodes: path.map(({ id }) => id),
  is_active: active,
  is_split: split,
});
