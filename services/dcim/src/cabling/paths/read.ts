import type { Label } from '@plumbline/model';
import { type Queryable, sql } from '@plumbline/store';
import { idArray } from '../places';
import type { Place } from './walk';

/** A stored path. */
export interface Path {
  id: string;
  origin: Place;
  destination: Place | undefined;
  /** Cables and ports on the way, in order. */
  nodes: Place[];
  is_active: boolean;
  is_split: boolean;
}

interface PathRow {
  id: string;
  origin_type: Label;
  origin_id: string;
  destination_type: Label | null;
  destination_id: string | null;
  node_types: Label[];
  nodes: string[];
  is_active: boolean;
  is_split: boolean;
}

const pathOf = ({ id, origin_type, origin_id, is_active, is_split, ...row }: PathRow): Path => ({
  id,
  origin: { type: origin_type, id: origin_id },
  destination:
    row.destination_type && row.destination_id ? { type: row.destination_type, id: row.destination_id } : undefined,
  nodes: row.nodes.map((node, index) => ({ type: row.node_types[index]!, id: node })),
  is_active,
  is_split,
});

/** Where the cable at an endpoint leads; undefined where it has none. */
export async function pathFrom(tx: Queryable, { type, id }: Place): Promise<Path | undefined> {
  const row = await tx.first<PathRow>(
    sql.unsafe`SELECT * FROM cablepath WHERE origin_type = ${type} AND origin_id = ${id}::uuid`,
  );
  return row && pathOf(row);
}

/** All ways that lead over a port. */
export async function pathsOver(tx: Queryable, id: string): Promise<Path[]> {
  const rows = await tx.rows<PathRow>(sql.unsafe`SELECT * FROM cablepath WHERE nodes && ${idArray([id])} ORDER BY id`);
  return rows.map(pathOf);
}
