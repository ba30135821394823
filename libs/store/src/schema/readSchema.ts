import { processTable } from '../connect/heartbeat';
import type { Queryable, Sql } from '../database';
import { sql } from '../sql';
import type { ColumnSpec, ForeignKeySpec, IndexSpec, TableSpec } from '../table';

/** Not models'. */
const ours = ['schema_migrations', processTable];

/**
 * The tables of the schema that unqualified names resolve to, as PostgreSQL spells them, all but those of this library.
 * Exclusion constraints, triggers and identity columns are not described by `TableSpec` and left out; partitions are
 * parts of their table.
 */
export function readSchema(database: Queryable): Promise<TableSpec[]> {
  return readTables(database, sql.fragment`current_schema()::regnamespace`);
}

/** The tables of the namespace that the expression names by its oid. */
export async function readTables(database: Queryable, namespace: Sql): Promise<TableSpec[]> {
  const tables = await database.rows<{ name: string; partitionBy: string | null }>(sql.fragment`
    select relname as name, (select attname from pg_partitioned_table p join pg_attribute a on a.attrelid = partrelid
      and a.attnum = partattrs[0] where partrelid = c.oid) as "partitionBy"
    from pg_class c
    where relnamespace = ${namespace} and relkind in ('r', 'p') and not relispartition 
      and relname <> all(${sql.array(ours, 'text')})
    order by relname`);
  const columns = byTable<ColumnSpec>(await database.rows(columnsOf(namespace)));
  const indexes = byTable<IndexSpec>(await database.rows(indexesOf(namespace)));
  const foreignKeys = byTable<ForeignKeySpec>(await database.rows(foreignKeysOf(namespace)));
  const checks = byTable<TableSpec['checks'][number]>(await database.rows(checksOf(namespace)));
  const primaryKeys = byTable<{ columns: string[] }>(await database.rows(primaryKeysOf(namespace)));
  return tables.map(({ name, partitionBy }) => ({
    name,
    ...(partitionBy === null ? {} : { partitionBy }),
    columns: columns(name),
    primaryKey: primaryKeys(name)[0]?.columns ?? [],
    indexes: indexes(name),
    foreignKeys: foreignKeys(name),
    checks: checks(name),
  }));
}

/** Looks up the parts of a table, which come without the table's name and without what PostgreSQL gives as null. */
function byTable<T>(rows: Record<string, unknown>[]): (table: string) => T[] {
  const found = new Map<unknown, T[]>();
  for (const { table, ...part } of rows) {
    const present = Object.fromEntries(Object.entries(part).filter(([, value]) => value !== null)) as T;
    const others = found.get(table);
    if (others === undefined) found.set(table, [present]);
    else others.push(present);
  }
  return (table) => found.get(table) ?? [];
}

const columnsOf = (namespace: Sql) => sql.fragment`
  select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
    case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end as "default",
    case when a.attgenerated <> '' then pg_get_expr(d.adbin, d.adrelid) end as generated,
    case when a.attidentity <> '' then true end as identity,
    (select collname from pg_collation where oid = a.attcollation and oid <> t.typcollation) as collate
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = ${namespace} and c.relkind in ('r', 'p') and not c.relispartition
  order by c.relname, a.attnum`;

// Each key as CREATE INDEX takes it: operator class, collation and direction only where they are not the default.
const indexesOf = (namespace: Sql) => sql.fragment`
  select c.relname as "table", i.relname as name, x.indisunique as unique, m.amname as method,
    (select array_agg(pg_get_indexdef(x.indexrelid, k.n, false)
      || coalesce(' collate ' || quote_ident((select collname from pg_collation where oid = x.indcollation[k.n - 1]
          and oid <> coalesce((select attcollation from pg_attribute where attrelid = x.indrelid and attnum = x.indkey[k.n - 1]
            and attnum > 0), oid))), '')
      || coalesce(' ' || (select opcname from pg_opclass where oid = x.indclass[k.n - 1] and not opcdefault), '')
      || case x.indoption[k.n - 1] & 3 when 1 then ' desc nulls last' when 2 then ' nulls first' when 3 then ' desc' else '' end
      order by k.n)
      from generate_series(1, x.indnkeyatts) as k (n))::text[] as "on",
    pg_get_expr(x.indpred, x.indrelid) as "where"
  from pg_index x
  join pg_class i on i.oid = x.indexrelid
  join pg_class c on c.oid = x.indrelid
  join pg_am m on m.oid = i.relam
  where c.relnamespace = ${namespace} and not c.relispartition and not x.indisprimary and not x.indisexclusion
  order by c.relname, i.relname`;

const columnNames = (relation: Sql, numbers: Sql) => sql.fragment`
  (select array_agg(a.attname::text order by k.position) from unnest(${numbers}) with ordinality as k (number, position)
    join pg_attribute a on a.attrelid = ${relation} and a.attnum = k.number)`;

const foreignKeysOf = (namespace: Sql) => sql.fragment`
  select c.relname as "table", f.conname as name,
    ${columnNames(sql.fragment`f.conrelid`, sql.fragment`f.conkey`)} as columns,
    json_build_object('table', r.relname, 'columns', ${columnNames(sql.fragment`f.confrelid`, sql.fragment`f.confkey`)}) as "references",
    case f.confdeltype when 'c' then 'cascade' when 'n' then 'set null' when 'r' then 'restrict' else 'no action' end as "onDelete",
    f.condeferred as deferrable
  from pg_constraint f
  join pg_class c on c.oid = f.conrelid
  join pg_class r on r.oid = f.confrelid
  where c.relnamespace = ${namespace} and not c.relispartition and f.contype = 'f'
  order by c.relname, f.conname`;

const checksOf = (namespace: Sql) => sql.fragment`
  select c.relname as "table", k.conname as name, pg_get_expr(k.conbin, k.conrelid) as expression
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  where c.relnamespace = ${namespace} and not c.relispartition and k.contype = 'c'
  order by c.relname, k.conname`;

const primaryKeysOf = (namespace: Sql) => sql.fragment`
  select c.relname as "table", ${columnNames(sql.fragment`p.conrelid`, sql.fragment`p.conkey`)} as columns
  from pg_constraint p
  join pg_class c on c.oid = p.conrelid
  where c.relnamespace = ${namespace} and not c.relispartition and p.contype = 'p'`;
