import type { Audit, UnitOfWork } from '@plumbline/engine';
import type { Model } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';

/** Looks for nodes of a tree whose place is not the one their parents give them. */
export function treeAudit(model: Model): Audit {
  return {
    title: `places in the tree of ${model.label}`,
    run: async (work, auditor) => {
      const flaws = await misplaced(work, model);
      const wrong = flaws.filter(({ lost }) => !lost);
      if (auditor.repair && wrong.length > 0) await putInPlace(work, model);
      for (const { id } of wrong)
        auditor.found(`${model.label} ${id}: its place in the tree is not below its parent.`, auditor.repair);
      for (const { id } of flaws.filter(({ lost }) => lost))
        auditor.found(`${model.label} ${id}: its parents lead to no root; give one of them another parent.`, false);
      const counted = await work.sql.first<{ n: number }>(sql.unsafe`SELECT count(*) AS n FROM ${tableOf(model)}`);
      auditor.looked(Number(counted?.n));
    },
  };
}

const tableOf = (model: Model) => sql.identifier([model.name]);

/** Every node that its parents lead to, with the place that follows from them. */
function walk(model: Model): Sql {
  const { parent, sortBy } = model.tree!;
  const table = tableOf(model);
  const above = sql.identifier([parent]);
  const place = sql.fragment`ARRAY[coalesce(node.${sql.identifier([sortBy])}, ''), node.id::text]`;
  return sql.fragment`
    RECURSIVE walk AS (
      SELECT node.id, ARRAY[node.id] AS ids, ARRAY[node.name] AS names, ${place} AS places
      FROM ${table} node WHERE node.${above} IS NULL
      UNION ALL
      SELECT node.id, walk.ids || node.id, walk.names || node.name, walk.places || ${place}
      FROM ${table} node JOIN walk ON node.${above} = walk.id
    )`;
}

const differs = sql.fragment`(node.tree_ids, node.tree_names, node.tree_order) IS DISTINCT FROM (walk.ids, walk.names, walk.places)`;

function misplaced(work: UnitOfWork, model: Model): Promise<{ id: string; lost: boolean }[]> {
  return work.sql.rows(sql.unsafe`
    WITH ${walk(model)}
    SELECT node.id, walk.id IS NULL AS lost FROM ${tableOf(model)} node LEFT JOIN walk ON walk.id = node.id
    WHERE walk.id IS NULL OR ${differs} ORDER BY node.id`);
}

async function putInPlace(work: UnitOfWork, model: Model): Promise<void> {
  await work.sql.run(sql.unsafe`
    WITH ${walk(model)}
    UPDATE ${tableOf(model)} node SET tree_ids = walk.ids, tree_names = walk.names, tree_order = walk.places
    FROM walk WHERE node.id = walk.id AND ${differs}`);
}
