import { createHash } from 'node:crypto';
import { changes, type Model, type Row } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import type { UnitOfWork } from '../../core/engine';
import { addError, type Item, withoutErrors } from '../../core/item';

type Tree = NonNullable<Model['tree']>;

/** The columns of a node that its own place and that of all below it are made of. */
const pathSources = ({ parent, sortBy }: Tree): string[] => [parent, 'name', sortBy];

const loop = { __all__: ['A node cannot be made a descendant of itself.'] };

/**
 * What has moves and renamings in one tree happen one after another, and nothing else with them: two moves together cannot make a
 * loop, and what is written below meanwhile cannot keep the names of before. Taken before any row, so that nobody who moves a node
 * and waits has it while others hang something below it.
 */
export function lockingTree(model: Model, bodies: readonly unknown[], change: boolean): Sql | undefined {
  const { tree } = model;
  if (!tree || bodies.length === 0) return undefined;
  const rewritesPaths =
    change && bodies.some((body) => pathSources(tree).some((key) => Object.hasOwn(Object(body), key)));
  const key = createHash('sha256').update(`tree ${model.label}`).digest().readBigInt64BE(0).toString();
  return rewritesPaths
    ? sql.fragment`SELECT pg_advisory_xact_lock(${key}::int8)`
    : sql.fragment`SELECT pg_advisory_xact_lock_shared(${key}::int8)`;
}

/**
 * Refuses to hang a node below itself, and gives each node its place from its parent's. Nodes of one request are placed below
 * one another as they are when all of them have moved, in whatever order they come.
 */
export function placeInTree(model: Model, items: Item[]): void {
  const { tree } = model;
  if (!tree) return;
  const nodes = new Map(withoutErrors(items).map((item) => [String(item.row.id), item]));
  const visited = new Set<Item>();
  for (const start of nodes.values()) {
    const way: Item[] = [];
    const places = new Map<Item, number>();
    let item: Item | undefined = start;
    for (; item && !visited.has(item) && !places.has(item); item = above(tree, nodes, item)?.item) {
      places.set(item, way.length);
      way.push(item);
    }
    for (const node of way) visited.add(node);
    const loopStart = item && places.get(item);
    if (loopStart === undefined) for (const node of way.reverse()) place(tree, nodes, node);
    else for (const node of way.slice(loopStart)) if (changes(node, tree.parent)) addError(node, loop);
  }
}

/** The closest node above one that is written by the same request, and where it stands among the stored ancestors of the parent. */
function above(tree: Tree, nodes: Map<string, Item>, item: Item): { item: Item; at: number } | undefined {
  const ancestors = pathTo(parentOf(tree, item)).tree_ids;
  const at = ancestors.findLastIndex((id) => nodes.has(id));
  return at === -1 ? undefined : { item: nodes.get(ancestors[at]!)!, at };
}

/** Gives a node its place below its parent; what is above it has its own. */
function place(tree: Tree, nodes: Map<string, Item>, item: Item): void {
  const stored = pathTo(parentOf(tree, item));
  const closest = above(tree, nodes, item);
  const start = pathTo(closest?.item.row);
  const { row } = item;
  const own = { tree_ids: [row.id], tree_names: [row.name], tree_order: [row[tree.sortBy] ?? '', row.id] };
  const skipped = closest ? closest.at + 1 : 0;
  for (const column of pathColumns)
    row[column] = [...start[column], ...stored[column].slice(skipped * own[column].length), ...own[column]];
}

const parentOf = (tree: Tree, { row, related }: Item): Row | undefined =>
  row[tree.parent] === null ? undefined : related[tree.parent];

/**
 * What a node and those above it are, from the root down: their ids, names, and the values they are sorted by, each with
 * the id, which keeps what is below siblings of one name apart.
 */
const pathColumns = ['tree_ids', 'tree_names', 'tree_order'] as const;
type Path = Record<(typeof pathColumns)[number], string[]>;
const pathTo = (node: Row | undefined): Path =>
  Object.fromEntries(pathColumns.map((column) => [column, node?.[column] ?? []])) as Path;

/**
 * Brings the nodes below changed ones in line. Each pass mends what hangs on a node that is right already; passes end
 * when nothing changes any more, after as many as changed nodes stand above one another: one is enough below a single node.
 */
export async function mendSubtrees(work: UnitOfWork, model: Model, items: Item[]): Promise<void> {
  const { tree } = model;
  if (!tree) return;
  const moved = items.filter((item) => item.before && pathSources(tree).some((column) => changes(item, column)));
  if (moved.length === 0) return;
  const ids = sql.array(
    moved.map((item) => item.row.id as string),
    'uuid',
  );
  const table = sql.identifier([model.name]);
  const parent = sql.identifier([tree.parent]);
  const own = sql.fragment`ARRAY[coalesce(node.${sql.identifier([tree.sortBy])}, ''), node.id::text]`;
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
  const mend = sql.unsafe`
      WITH RECURSIVE walk AS (
        SELECT node.id, coalesce(above.tree_ids, '{}') || node.id AS ids, coalesce(above.tree_names, '{}') || node.name AS names,
          coalesce(above.tree_order, '{}') || ${own} AS places
        FROM ${table} node LEFT JOIN ${table} above ON above.id = node.${parent} WHERE node.id = ANY(${ids})
        UNION ALL
        SELECT node.id, walk.ids || node.id, walk.names || node.name, walk.places || ${own}
        FROM ${table} node JOIN walk ON node.${parent} = walk.id
      )
      UPDATE ${table} node SET tree_ids = walk.ids, tree_names = walk.names, tree_order = walk.places
      FROM walk WHERE node.id = walk.id AND (node.tree_ids, node.tree_names, node.tree_order) IS DISTINCT FROM (walk.ids, walk.names, walk.places)`;
  let changed: number;
  do changed = await work.sql.run(mend);
  while (changed > 0 && moved.length > 1);
}
