import type { Label } from '@plumbline/model';
import { type Queryable, sql } from '@plumbline/store';
import { uuidArray } from '../terminations';
import type { Termination } from './walk';

/** A stored path. */
export interface StoredPath {
  id: string;
  origin: Termination;
  destination: Termination | undefined;
  /** Cables and ports on the cable path, in order. */
  nodes: Termination[];
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

const pathOf = ({ id, origin_type, origin_id, is_active, is_split, ...row }: PathRow): StoredPath => ({
  id,
  origin: { type: origin_type, id: origin_id },
  destination:
    row.destination_type && row.destination_id ? { type: row.destination_type, id: row.destination_id } : undefined,
  nodes: row.nodes.map((node, index) => ({ type: row.node_types[index]!, id: node })),
  is_active,
  is_split,
});

/** Where the cable at an endpoint leads; undefined where it has none. */
export async function pathFrom(tx: Queryable, { type, id }: Termination): Promise<StoredPath | undefined> {
  const row = await tx.first<PathRow>(
    sql.unsafe`SELECT * FROM cablepath WHERE origin_type = ${type} AND origin_id = ${id}::uuid`,
  );
  return row && pathOf(row);
}

/** All cable paths that lead over a port. */
export async function pathsOver(tx: Queryable, { type, id }: Termination): Promise<StoredPath[]> {
  const rows = await tx.rows<PathRow>(
    sql.unsafe`SELECT * FROM cablepath WHERE nodes && ${uuidArray([id])} ORDER BY id`,
  );
  return rows.map(pathOf).filter(({ nodes }) => nodes.some((node) => node.type === type && node.id === id));
}
