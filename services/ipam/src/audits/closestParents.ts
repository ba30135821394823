import { type Audit, type Auditor, auditBatch, inTransaction, type UnitOfWork } from '@plumbline/engine';
import { type Sql, sql } from '@plumbline/store';
import { closestPrefix } from '../sql/closestPrefix';
import { lockPrefixesExclusive } from '../sql/namespaceLocks';

/** A table whose rows hang on the closest prefix around them. */
interface Hanging {
  label: string;
  table: Sql;
  /** The row as a block, of the alias `t`. */
  block: Sql;
  /** Whether a prefix equal to the block is around it. */
  orEqual: boolean;
  /** Whether a row may be without any prefix around it. */
  mayBeRoot: boolean;
}

const prefixes: Hanging = {
  label: 'ipam.prefix',
  table: sql.fragment`prefix`,
  block: sql.fragment`t.prefix`,
  orEqual: false,
  mayBeRoot: true,
};

const addresses: Hanging = {
  label: 'ipam.ipaddress',
  table: sql.fragment`ipaddress`,
  block: sql.fragment`t.host::cidr`,
  orEqual: true,
  mayBeRoot: false,
};

interface Misplaced {
  id: string;
  namespace: string;
  shown: string;
  parent: string | null;
  closest: string | null;
}

/** Looks for prefixes and addresses whose parent is not the closest prefix around them in their namespace. */
export const closestParents: Audit = {
  title: 'parents of prefixes and addresses',
  run: async (work, auditor) => {
    await auditNamespaces(work, auditor);
    for (const hanging of [prefixes, addresses]) await auditParents(work, hanging, auditor);
  },
};

/** The namespace of an address is its parent's. */
async function auditNamespaces(work: UnitOfWork, auditor: Auditor): Promise<void> {
  const astray = sql.fragment`FROM prefix WHERE prefix.id = a.parent AND prefix.prefix >>= a.host AND a.namespace IS DISTINCT FROM prefix.namespace`;
  const rows = await work.sql.rows<{ address: string }>(
    auditor.repair
      ? sql.unsafe`UPDATE ipaddress a SET namespace = prefix.namespace ${astray} RETURNING a.address`
      : sql.unsafe`SELECT a.address FROM ipaddress a, LATERAL (SELECT 1 ${astray}) AS wrong`,
  );
  for (const { address } of rows)
    auditor.found(`ipam.ipaddress ${address}: its namespace is not that of its parent.`, auditor.repair);
}

async function auditParents(work: UnitOfWork, hanging: Hanging, auditor: Auditor): Promise<void> {
  for (let last: string | undefined; ; ) {
    const { rows, end, looked } = await misplacedAfter(work, hanging, last);
    for (const namespace of new Set(rows.map((row) => row.namespace))) {
      const here = rows.filter((row) => row.namespace === namespace);
      if (auditor.repair) await hangOnClosest(work, hanging, namespace, here);
      for (const row of here) tell(hanging, row, auditor);
    }
    auditor.looked(looked);
    if (looked < auditBatch) return;
    last = end;
  }
}

function tell({ label, mayBeRoot }: Hanging, { shown, parent, closest }: Misplaced, auditor: Auditor): void {
  const placed = `${label} ${shown}: its parent is ${parent ?? 'none'}, the closest prefix around it is ${closest ?? 'none'}.`;
  auditor.found(placed, auditor.repair && (mayBeRoot || closest !== null));
}

const around = ({ block, orEqual }: Hanging): Sql =>
  closestPrefix({ namespace: sql.fragment`t.namespace`, block, orEqual });

async function misplacedAfter(
  work: UnitOfWork,
  hanging: Hanging,
  last: string | undefined,
): Promise<{ rows: Misplaced[]; end: string | undefined; looked: number }> {
  const after = last === undefined ? sql.fragment`` : sql.fragment`WHERE page.id > ${last}::uuid`;
  const page = sql.fragment`SELECT page.* FROM ${hanging.table} page ${after} ORDER BY page.id LIMIT ${auditBatch}`;
  const bounds = await work.sql.first<{ n: number; end: string | null }>(
    sql.unsafe`SELECT count(*) AS n, (array_agg(ids.id ORDER BY ids.id DESC))[1] AS end FROM (${page}) ids`,
  );
  const rows = await work.sql.rows<Misplaced>(sql.unsafe`
    SELECT t.id, t.namespace, ${hanging.block}::text AS shown, t.parent, closest.id AS closest
    FROM (${page}) t LEFT JOIN LATERAL ${around(hanging)} closest ON true
    WHERE t.parent IS DISTINCT FROM closest.id`);
  return { rows, end: bounds?.end ?? undefined, looked: Number(bounds?.n ?? 0) };
}

/** Gives rows the parents they should have, while nobody else changes prefixes there. */
async function hangOnClosest(work: UnitOfWork, hanging: Hanging, namespace: string, rows: Misplaced[]): Promise<void> {
  const ids = sql.array(
    rows.map(({ id }) => id),
    'uuid',
  );
  const wanted = hanging.mayBeRoot ? sql.fragment`` : sql.fragment`AND closest.id IS NOT NULL`;
  await inTransaction(work, async (inner) => {
    await lockPrefixesExclusive(inner.sql, [namespace]);
    await inner.sql.run(sql.unsafe`
      WITH home AS MATERIALIZED (
        SELECT t.id, closest.id AS parent FROM ${hanging.table} t LEFT JOIN LATERAL ${around(hanging)} closest ON true
        WHERE t.id = ANY(${ids}) ${wanted}
      )
      UPDATE ${hanging.table} row SET parent = home.parent FROM home WHERE row.id = home.id`);
  });
}
