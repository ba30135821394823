import type { Query } from '@plumbline/http';
import { allOf, type Criteria, everything, type Model, type Row } from '@plumbline/model';
import { type Sql, sequence, sql } from '@plumbline/store';
import type { UnitOfWork } from '../core/engine';
import type { QueryReply, QueryRequest } from '../core/messages/messages';
import { asViewer } from '../core/viewer';
import { columnTypeName } from '../criteria/compare';
import { localize } from '../criteria/localize';
import { boundedBy } from '../criteria/patterns';
import { columnOf, toSql } from '../criteria/toSql';
import { readFilters } from '../filter/readFilters';
import { visibleTo } from '../permissions/permissions';
import { baseColumns } from '../plan/columns';
import { listPlanOf } from '../plan/listPlan';
import { withIds } from '../plan/load';
import { orderBy, sortNames } from '../plan/order';
import { JoinBuilder } from '../plan/paths';
import { loadPage } from '../plan/strategies/strategies';
import { columnsFor, isWorkedOut, pathsFor, valuesOf } from './queriedValues';

/** What a row belongs to, and where it stands among all that belongs there; no column has such names. */
const ownerName = '~owner';
const placeName = '~place';
const owner = sql.identifier([ownerName]);
const place = sql.identifier([placeName]);

/** The parts of a statement that follow from the fields asked for. */
interface Parts {
  columns: Sql[];
  joinBuilder: JoinBuilder;
}

/** Answers `query`: of the objects that match the values asked for and no others, by a few statements. */
export async function queryRows(served: UnitOfWork, model: Model, request: QueryRequest): Promise<QueryReply> {
  const work = request.viewer ? asViewer(served, request.viewer) : served;
  const criteria = await criteriaOf(work, model, request);
  const parts = await partsOf(work, model, request);
  const rows = request.of
    ? await boundedBy(work, criteria).sql.rows<Row>(
        await statementOf(work, model, parts, criteria, { ...request, of: request.of }),
      )
    : await listed(work, model, parts, criteria, request);
  // Whoever asks gives up when there are too many, so their values need not be worked out.
  if (rows.length > request.atMost) return rows.map(({ id }) => [null, id as string]);
  if (parts.joinBuilder.leadsAbroad && rows.length > 0) await parts.joinBuilder.complete(work, rows);
  const values = await Promise.all(request.fields.map((name) => valuesOf(work, model, name, rows)));
  return rows.map((row, index) => [
    row[ownerName] ?? null,
    row.id as string | number,
    ...values.map((column) => column[index]),
  ]);
}

async function criteriaOf(
  work: UnitOfWork,
  model: Model,
  { parameters = {}, ids, viewer }: QueryRequest,
): Promise<Criteria> {
  const query: Query = new Map(Object.entries(parameters));
  return allOf(
    viewer ? await visibleTo(work, model, viewer) : everything,
    query.size > 0 ? await readFilters(work, model, query) : everything,
    ids ? withIds(model, ids) : everything,
  );
}

async function partsOf(work: UnitOfWork, model: Model, { fields }: QueryRequest): Promise<Parts> {
  const joinBuilder = new JoinBuilder(work.engine, model);
  for (const path of fields.flatMap((name) => pathsFor(model, name))) joinBuilder.value(path);
  await joinBuilder.hide(work);
  const names = new Set(['id', ...fields.flatMap((name) => columnsFor(model, name))]);
  const own = fields.some((name) => isWorkedOut(model, name))
    ? [baseColumns(model)]
    : [...names].map((name) => columnOf('t', name));
  return { columns: [...own, ...joinBuilder.columns.values()], joinBuilder };
}

/** The rows of one list, or a page of it. */
async function listed(
  work: UnitOfWork,
  model: Model,
  parts: Parts,
  criteria: Criteria,
  request: QueryRequest,
): Promise<Row[]> {
  const { limit = Number.POSITIVE_INFINITY, offset = 0, atMost, sort, unordered } = request;
  const order = unordered ? false : sortNames(model, sort);
  const listPlan = await listPlanOf(work, model, parts.columns, parts.joinBuilder, order);
  const { rows } = await loadPage(work, model, listPlan, { criteria, limit: Math.min(limit, atMost + 1), offset });
  return rows;
}

type OfRequest = QueryRequest & Required<Pick<QueryRequest, 'of'>>;

/** The statement for many lists at once: what refers to each of some objects, or a page of that. */
async function statementOf(
  work: UnitOfWork,
  model: Model,
  parts: Parts,
  criteria: Criteria,
  request: OfRequest,
): Promise<Sql> {
  const { of, limit, offset = 0, atMost } = request;
  const { joinBuilder } = parts;
  const order = request.unordered
    ? sql.fragment``
    : sql.fragment`ORDER BY ${await orderBy(work, model, joinBuilder, sortNames(model, request.sort))}`;
  await joinBuilder.hide(work);
  const columns = sql.join(parts.columns, sql.fragment`, `);
  const from = sequence([...joinBuilder.joins.values()]);
  const field = model.fields[of.field];
  if (!field?.stored) throw new Error(`${model.label} has no column ${of.field}`);
  const condition = toSql(work.engine, { model, alias: 't' }, await localize(work, model, criteria));
  const column = columnOf('t', of.field);
  const ids = sql.array(of.ids as string[], columnTypeName(field));
  const owners = sql.fragment`CROSS JOIN LATERAL unnest(${column}) AS belonging (${owner})`;
  const refers = field.isMany
    ? sql.fragment`${column} && ${ids} AND belonging.${owner} = ANY(${ids})`
    : sql.fragment`${column} = ANY(${ids})`;
  const belongs = field.isMany ? sql.fragment`belonging.${owner}` : column;
  const rows = sql.fragment`FROM ${sql.identifier([model.name])} t ${field.isMany ? owners : sql.fragment``} ${from}
    WHERE ${refers} AND ${condition}`;
  if (limit === undefined && offset === 0)
    return sql.unsafe`SELECT ${columns}, ${belongs} AS ${owner} ${rows} ${order} LIMIT ${atMost + 1}`;
  const last = limit === undefined ? sql.fragment`` : sql.fragment`AND ${place} <= ${offset + limit}`;
  return sql.unsafe`SELECT * FROM (
      SELECT ${columns}, ${belongs} AS ${owner}, row_number() OVER (PARTITION BY ${belongs} ${order}) AS ${place} ${rows}
    ) ranked WHERE ${place} > ${offset} ${last} ORDER BY ${place} LIMIT ${atMost + 1}`;
}
