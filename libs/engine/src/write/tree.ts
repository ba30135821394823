import { createHash } from 'node:crypto';
import { changes, type Model, type Row } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import type { UnitOfWork } from '../core/engine';
import { addError, type Item, withoutErrors } from '../core/item';

const loop = { __all__: ['A node cannot be made a descendant of itself.'] };

/**
 * What has moves in one tree happen one after another, so that two of them together cannot make a loop. Taken before any row,
 * so that nobody who moves a node and waits has it while others hang something below it.
 */
export function lockingTree(model: Model, bodies: readonly unknown[], change: boolean): Sql | undefined {
  const { tree } = model;
  if (!tree || bodies.length === 0) return undefined;
  const moves = change && bodies.some((body) => Object.hasOwn(Object(body), tree.parent));
  const key = createHash('sha256').update(`tree ${model.label}`).digest().readBigInt64BE(0).toString();
  return moves
    ? sql.fragment`SELECT pg_advisory_xact_lock(${key}::int8)`
    : sql.fragment`SELECT pg_advisory_xact_lock_shared(${key}::int8)`;
}

/** Refuses to hang a node below itself, and gives each node its place from its parent's. */
export function placeInTree(model: Model, items: Item[]): void {
  const { tree } = model;
  if (!tree) return;
  for (const item of withoutErrors(items)) {
    const { row } = item;
    const parent: Row | undefined = row[tree.parent] === null ? undefined : item.related[tree.parent];
    const ancestors = (parent?.tree_ids as string[] | undefined) ?? [];
    if (ancestors.includes(row.id as string)) {
      addError(item, loop);
      continue;
    }
    row.tree_ids = [...ancestors, row.id];
    row.tree_names = [...((parent?.tree_names as string[] | undefined) ?? []), row.name];
    row.tree_order = [...((parent?.tree_order as string[] | undefined) ?? []), row[tree.sortBy] ?? ''];
  }
}

/**
 * Brings the nodes below changed ones in line. Each pass mends what hangs on a node that is right already; passes end
 * when nothing changes any more, after as many as changed nodes stand above one another.
 */
export async function mendSubtrees(work: UnitOfWork, model: Model, items: Item[]): Promise<void> {
  const { tree } = model;
  if (!tree) return;
  const moved = items.filter(
    (item) => item.before && [tree.parent, 'name', tree.sortBy].some((column) => changes(item, column)),
  );
  if (moved.length === 0) return;
  const ids = sql.array(
    moved.map((item) => item.row.id as string),
    'uuid',
  );
  const table = sql.identifier([model.name]);
  const parent = sql.identifier([tree.parent]);
  const sortBy = sql.identifier([tree.sortBy]);
  const loops = await work.sql.first(sql.unsafe`
    WITH RECURSIVE up AS (
      SELECT id, ${parent} AS parent FROM ${table} WHERE id = ANY(${ids})
      UNION ALL SELECT up.id, node.${parent} FROM up JOIN ${table} node ON node.id = up.parent
    ) CYCLE id, parent SET looped USING path
    SELECT 1 FROM up WHERE looped LIMIT 1`);
  if (loops) {
    for (const item of moved) addError(item, loop);
    return;
  }
  for (let changed = 1; changed > 0; )
    changed = await work.sql.run(sql.unsafe`
      WITH RECURSIVE walk AS (
        SELECT node.id, coalesce(above.tree_ids, '{}') || node.id AS ids, coalesce(above.tree_names, '{}') || node.name AS names,
          coalesce(above.tree_order, '{}') || coalesce(node.${sortBy}, '') AS places
        FROM ${table} node LEFT JOIN ${table} above ON above.id = node.${parent} WHERE node.id = ANY(${ids})
        UNION ALL
        SELECT node.id, walk.ids || node.id, walk.names || node.name, walk.places || coalesce(node.${sortBy}, '')
        FROM ${table} node JOIN walk ON node.${parent} = walk.id
      )
      UPDATE ${table} node SET tree_ids = walk.ids, tree_names = walk.names, tree_order = walk.places
      FROM walk WHERE node.id = walk.id AND (node.tree_ids, node.tree_names, node.tree_order) IS DISTINCT FROM (walk.ids, walk.names, walk.places)`);
}
